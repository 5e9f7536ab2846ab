/** The bus on Redis or Valkey: publish and subscribe, nothing stored. */
import { Redis } from 'ioredis';
import type { Bus } from './bus';
import type { RedisAddress } from './redis-address';

const CONNECT_MS = 5_000;
const RETRY_MS = 250;
/** Every server says each second that it lives, and hears itself: a line on which nothing comes for so long is dead. */
const SILENT_MS = 4_000;
/** Who asks for a topic while the bus cannot be reached does not wait for it. */
const LISTEN_MS = 1_000;
/** So many bytes may be on their way to it. What is more is lost, and found in the store. */
const UNSENT_MAX = 16 * 1024 * 1024;

/** What is said of it to the log. */
export interface BusLog {
  warn(details: object, message: string): void;
  info(details: object, message: string): void;
}

type Listener = (message: Uint8Array) => void;

export class RedisBus implements Bus {
  readonly #address: RedisAddress;
  readonly #log: BusLog;
  readonly #prefix: string;
  readonly #sender: Redis;
  readonly #receiver: Redis;
  readonly #listeners = new Map<string, Set<Listener>>();
  #unsent = 0;
  #wasConnected: boolean | undefined;
  #closed = false;

  /** @param prefix what all topics begin with there: others may use the same Redis */
  constructor(address: RedisAddress, prefix: string, log: BusLog) {
    this.#address = address;
    this.#log = log;
    this.#prefix = prefix;
    this.#sender = this.#connect({ enableAutoPipelining: true });
    this.#receiver = this.#connect({ socketTimeout: SILENT_MS });
    this.#receiver.on('messageBuffer', (channel: Buffer, message: Buffer) => {
      for (const listener of this.#listeners.get(channel.toString()) ?? []) listener(message);
    });
  }

  get isConnected(): boolean {
    return this.#sender.status === 'ready' && this.#receiver.status === 'ready';
  }

  send(topic: string, message: Uint8Array): void {
    if (this.#sender.status !== 'ready' || this.#unsent + message.length > UNSENT_MAX) return;
    this.#unsent += message.length;
    const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
    this.#sender
      .publish(this.#prefix + topic, bytes)
      // Lost with the line; whoever misses it finds it in the store.
      .catch(() => undefined)
      .finally(() => {
        this.#unsent -= message.length;
      });
  }

  async listen(topic: string, listener: Listener): Promise<() => void> {
    const channel = this.#prefix + topic;
    const known = this.#listeners.get(channel);
    const own = new Set([...(known ?? []), listener]);
    this.#listeners.set(channel, own);
    if (!known) await this.#subscribe(channel);
    return () => {
      const left = this.#listeners.get(channel);
      if (!left?.delete(listener) || left.size > 0) return;
      this.#listeners.delete(channel);
      this.#receiver.unsubscribe(channel).catch(() => undefined);
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#sender.disconnect();
    this.#receiver.disconnect();
  }

  #connect(options: { readonly enableAutoPipelining?: boolean; readonly socketTimeout?: number }): Redis {
    const redis = new Redis(this.#address.url, {
      ...options,
      protocol: 2,
      connectionName: 'tackboard-server',
      connectTimeout: CONNECT_MS,
      retryStrategy: () => RETRY_MS,
      // What cannot be sent now is not sent later: by then the store has told.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      // We subscribe again ourselves, to what is wanted by then.
      autoResubscribe: false,
    });
    redis.on('ready', () => {
      if (redis === this.#receiver) for (const channel of this.#listeners.keys()) void this.#subscribe(channel);
      this.#say();
    });
    redis.on('close', () => this.#say());
    redis.on('error', (error) => this.#say(error));
    return redis;
  }

  async #subscribe(channel: string): Promise<void> {
    if (this.#receiver.status !== 'ready') return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((done) => {
      timer = setTimeout(done, LISTEN_MS);
    });
    await Promise.race([late, this.#receiver.subscribe(channel).catch(() => undefined)]);
    clearTimeout(timer);
  }

  /** Once for each time that it goes and comes. */
  #say(error?: Error): void {
    if (this.#closed) return;
    const isConnected = this.isConnected;
    if (isConnected === this.#wasConnected || (!isConnected && !error && this.#wasConnected === undefined)) return;
    this.#wasConnected = isConnected;
    const bus = this.#address.shown;
    if (isConnected) this.#log.info({ bus }, 'the bus is there');
    else
      this.#log.warn({ bus, reason: reasonOf(error) }, 'the bus is away; news come from the database meanwhile, later');
  }
}

function reasonOf(error: Error | undefined): string | undefined {
  return error?.message.startsWith('Unknown RESP') ? 'what answers there is no Redis' : error?.message;
}
