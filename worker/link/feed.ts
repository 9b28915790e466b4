import { WebSocket } from 'ws';

import { FEED_PATH, feedAsk, onChannel } from '../../shared/model/picture-feed.ts';
import type { PictureSink, Previews } from '../browsers/previews.ts';
import type { ConductorAddress } from './conductor-address.ts';

const RETRY_MS = 2_000;

/** Credentials by which the bridge knows this worker. */
interface Known {
  readonly token: string;
  readonly origin: string;
}

/** The second socket of a worker, for pictures; they are not for the bridge, which keeps all that goes over it. */
export interface Feed {
  /** The conductor knows this worker. A feed that stands is left alone. */
  connect(known: Known): void;
  close(): void;
}

export function openFeed({
  address,
  previews: makePreviews,
}: {
  readonly address: ConductorAddress;
  readonly previews: (sink: PictureSink) => Previews;
}): Feed {
  let socket: WebSocket | null = null;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  function connect(known: Known): void {
    if (isClosed || socket !== null) return;
    clearTimeout(retry);
    const url = address.now(); // guard: feed-to-running
    if (url === null) return again(known);
    const own = new WebSocket(`${url.replace(/^http/, 'ws')}${FEED_PATH}`, {
      origin: known.origin,
      perMessageDeflate: false,
    });
    socket = own;
    const say = (body: object): void => own.send(JSON.stringify(body));
    const previews = makePreviews({
      meta: (channel, meta) => say({ channel, meta }),
      picture: (channel, frame) => own.send(onChannel(channel, frame)),
    });
    own.on('open', () => {
      if (address.now() === url) say({ hello: { token: known.token } }); // guard: feed-told-running
      else own.terminate();
    });
    own.on('message', (data: Buffer) => {
      const asked = feedAsk.safeParse(parsed(data));
      // Of a newer conductor: what this worker does not know, it cannot do.
      if (asked.success) previews.take(asked.data);
    });
    own.on('error', () => own.terminate());
    own.on('close', () => {
      previews.end();
      socket = null;
      if (!isClosed) again(known);
    });
  }

  function again(known: Known): void {
    retry = setTimeout(() => connect(known), RETRY_MS);
  }

  return {
    connect,
    close() {
      isClosed = true;
      clearTimeout(retry);
      socket?.terminate();
    },
  };
}

function parsed(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8'));
  } catch {
    return null;
  }
}
