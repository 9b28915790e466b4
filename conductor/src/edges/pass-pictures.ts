import { readPicture } from '../../../shared/lib/picture-frame.ts';
import type { FeedAsk, PictureMeta, PreviewInput } from '../../../shared/model/picture-feed.ts';

/** The feed of a worker. */
export interface Feed {
  ask(asked: FeedAsk): void;
}

/** One who looks at a page. */
export interface Viewer {
  meta(meta: PictureMeta): void;
  picture(frame: Uint8Array): void;
}

/** A feed that stands. */
export interface ConnectedFeed {
  meta(channel: number, meta: PictureMeta): void;
  picture(channel: number, frame: Uint8Array): void;
  gone(): void;
}

/** Somebody looks. */
export interface Watching {
  /** Reports that the viewer has drawn the picture of that number. */
  drawn(seq: number): void;
  input(input: PreviewInput): void;
  end(): void;
}

/**
 * Brings the pictures of workers to those who look. A worker has one picture under way for a page, and so has each who
 * looks: whoever is slow misses pictures, and never has one waiting but the newest.
 */
export interface Pictures {
  /** A newer feed of the same worker takes the place of the older. */
  connect(executorId: string, feed: Feed): ConnectedFeed;
  watch(executorId: string, resourceId: string, viewer: Viewer): Watching;
}

interface Look {
  readonly viewer: Viewer;
  /** Meta that the viewer was sent last. */
  meta: PictureMeta | null;
  /** The number of the picture that it has not drawn yet. */
  awaited: number | null;
  next: Uint8Array | null;
}

interface Channel {
  readonly number: number;
  readonly executorId: string;
  readonly resourceId: string;
  readonly looks: Set<Look>;
  meta: PictureMeta | null;
  newest: Uint8Array | null;
  /** Number of the worker's picture that is not acknowledged yet; null: none. */
  open: number | null;
}

export function createPictures(): Pictures {
  const feeds = new Map<string, Feed>();
  const channels = new Map<number, Channel>();
  let numbers = 0;

  const ask = ({ executorId }: Channel, asked: FeedAsk): void => feeds.get(executorId)?.ask(asked);

  /** Sends a picture with its meta, which so comes no faster than pictures are drawn. */
  function show(look: Look, { meta }: Channel, frame: Uint8Array): void {
    look.awaited = readPicture(frame)?.seq ?? null;
    if (meta !== null && meta !== look.meta) look.viewer.meta(meta);
    look.meta = meta;
    look.viewer.picture(frame);
  }

  function channelOf(executorId: string, resourceId: string): Channel {
    for (const one of channels.values()) {
      if (one.executorId === executorId && one.resourceId === resourceId) return one;
    }
    const number = (numbers += 1);
    const made: Channel = {
      number,
      executorId,
      resourceId,
      looks: new Set(),
      meta: null,
      newest: null,
      open: null,
    };
    channels.set(number, made);
    ask(made, { watch: number, resource_id: resourceId });
    return made;
  }

  return {
    connect(executorId, feed) {
      feeds.set(executorId, feed);
      const own = (number: number): Channel | null => {
        const one = channels.get(number);
        return one?.executorId === executorId && feeds.get(executorId) === feed ? one : null;
      };
      for (const one of channels.values()) {
        if (one.executorId !== executorId) continue;
        one.open = null;
        feed.ask({ watch: one.number, resource_id: one.resourceId });
      }
      return {
        meta(number, meta) {
          const channel = own(number);
          if (channel !== null) channel.meta = meta;
        },
        picture(number, frame) {
          const channel = own(number);
          const picture = readPicture(frame);
          if (channel === null || picture === null || channel.open !== null) return;
          channel.newest = frame;
          channel.open = picture.seq;
          for (const look of channel.looks) {
            if (look.awaited === null) show(look, channel, frame);
            else look.next = frame;
          }
        },
        gone() {
          if (feeds.get(executorId) === feed) feeds.delete(executorId);
        },
      };
    },
    watch(executorId, resourceId, viewer) {
      const channel = channelOf(executorId, resourceId);
      const look: Look = { viewer, meta: null, awaited: null, next: null };
      channel.looks.add(look);
      if (channel.newest !== null) show(look, channel, channel.newest);
      return {
        drawn(seq) {
          if (seq !== look.awaited) return;
          look.awaited = null;
          const { next } = look;
          look.next = null;
          if (next !== null) return show(look, channel, next);
          if (channel.open === null) return;
          const { open } = channel;
          channel.open = null;
          ask(channel, { ack: channel.number, seq: open });
        },
        input: (input) => ask(channel, { input, channel: channel.number }),
        end() {
          channel.looks.delete(look);
          if (channel.looks.size > 0 || channels.get(channel.number) !== channel) return;
          channels.delete(channel.number);
          ask(channel, { unwatch: channel.number });
        },
      };
    },
  };
}
