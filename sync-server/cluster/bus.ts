/**
 * What carries news between the servers of one store, as a port. It may lose messages, or all of them for a while: whoever has to know
 * looks into the store.
 */
export interface Bus {
  /** Whether it is connected. */
  readonly isConnected: boolean;
  /** Sends a message to all servers that listen to a topic, this one among them. Lost while the bus is away. */
  send(topic: string, message: Uint8Array): void;
  /** Listens to a topic. Settles when messages come, or when it is known that none do now. @returns ends that */
  listen(topic: string, listener: (message: Uint8Array) => void): Promise<() => void>;
  close(): Promise<void>;
}
