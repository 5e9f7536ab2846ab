/** A replica that syncs with the unchanged `WebsocketProvider` of y-websocket. */
import { WebSocket } from 'ws';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import { asId, type SpaceId } from '../../shared/ids';
import { rootsOf } from '../../shared/layout';
import { SpaceReader } from '../../shared/reader/space-reader';
import { waitFor } from '../support/wait';

export interface VanillaClient extends AsyncDisposable {
  readonly id: SpaceId;
  readonly doc: Y.Doc;
  readonly view: SpaceReader;
  readonly provider: WebsocketProvider;
}

/** Connects a new replica to a space and waits until it is synced. */
export async function connectVanilla(url: string, space: string, token: string): Promise<VanillaClient> {
  const doc = new Y.Doc();
  rootsOf(doc);
  class Bearing extends WebSocket {
    constructor(address: string, protocols?: string[]) {
      super(address, protocols, { headers: { authorization: `Bearer ${token}` } });
    }
  }
  const provider = new WebsocketProvider(`${url.replace('http', 'ws')}/sync`, space, doc, {
    WebSocketPolyfill: Bearing as unknown as typeof globalThis.WebSocket,
    disableBc: true,
    maxBackoffTime: 200,
  });
  await waitFor('a replica to be synced', () => provider.synced, { every: 5 });
  let view: SpaceReader | undefined;
  return {
    id: asId<SpaceId>(space),
    doc,
    // Reading a large document takes time that not every test needs to spend.
    get view() {
      view ??= new SpaceReader(doc);
      return view;
    },
    provider,
    [Symbol.asyncDispose]: async () => {
      provider.destroy();
      view?.dispose();
      doc.destroy();
    },
  };
}
