import type { Page } from 'puppeteer-core';

import { pictureFrame } from '../../shared/lib/picture-frame.ts';
import {
  type FeedAsk,
  type PictureMeta,
  PICTURE_PAUSE_MS,
  type PreviewInput,
} from '../../shared/model/picture-feed.ts';
import { actAsPerson } from './act-as-person.ts';
import { answerWithin } from './answer-within.ts';
import { type Shot, type ShownPage, takePictures } from './take-pictures.ts';

const TITLE_LIMIT_MS = 500;

export interface PictureSink {
  meta(channel: number, meta: PictureMeta): void;
  picture(channel: number, frame: Uint8Array): void;
}

/** Shows pages to whoever looks, and does in them what a person does there. */
export interface Previews {
  take(asked: FeedAsk): void;
  /** Nobody looks any more. */
  end(): void;
}

interface Channel {
  readonly resourceId: string;
  readonly ended: AbortController;
  /** Let go when the picture that is under way was drawn. */
  drawn: PromiseWithResolvers<void>;
  seq: number;
  last: PictureMeta | null;
  /** One input after another. */
  acting: Promise<void>;
}

export function createPreviews(parts: {
  readonly page: (resourceId: string) => ShownPage | null;
  readonly personActs: (resourceId: string) => void;
  readonly sink: PictureSink;
}): Previews {
  const { page, personActs, sink } = parts;
  const channels = new Map<number, Channel>();

  async function show(number: number, channel: Channel): Promise<void> {
    const { signal } = channel.ended;
    const shown = page(channel.resourceId);
    if (shown === null) return;
    const close = (): void => channel.ended.abort();
    shown.page.once('close', close);
    // One for all its pictures: somebody may look for a day.
    signal.addEventListener('abort', () => {
      shown.page.off('close', close);
      channel.drawn.resolve();
    });
    await takePictures(shown, signal, async (shot) => {
      await tell(number, channel, shown.page, shot);
      const pause = Promise.withResolvers<void>();
      const sinceBegun = performance.now() - shot.begun;
      setTimeout(pause.resolve, Math.max(0, PICTURE_PAUSE_MS - sinceBegun));
      await Promise.all([channel.drawn.promise, pause.promise]);
    });
  }

  async function tell(number: number, channel: Channel, of: Page, shot: Shot): Promise<void> {
    const { w, h, scale, jpeg } = shot;
    const title = ((await answerWithin(TITLE_LIMIT_MS, of.title())) ?? '').slice(0, 500);
    if (channel.ended.signal.aborted) return;
    const meta: PictureMeta = { kind: 'meta', w, h, scale, url: of.url().slice(0, 8_192), title };
    if (JSON.stringify(meta) !== JSON.stringify(channel.last)) sink.meta(number, meta);
    channel.last = meta;
    channel.drawn = Promise.withResolvers();
    channel.seq += 1;
    sink.picture(number, pictureFrame(channel.seq, Date.now(), jpeg));
  }

  function act({ resourceId, last }: Channel, input: PreviewInput): Promise<void> {
    const where = page(resourceId);
    if (where === null || last === null) return Promise.resolve();
    personActs(resourceId);
    return actAsPerson(where.page, input, last.scale).catch(() => undefined);
  }

  function stop(number: number): void {
    channels.get(number)?.ended.abort();
    channels.delete(number);
  }

  return {
    take(asked) {
      if ('watch' in asked) {
        stop(asked.watch);
        const channel: Channel = {
          resourceId: asked.resource_id,
          ended: new AbortController(),
          drawn: Promise.withResolvers(),
          seq: 0,
          last: null,
          acting: Promise.resolve(),
        };
        channels.set(asked.watch, channel);
        // A page that closes, or a browser that ends, has no more pictures.
        void show(asked.watch, channel).catch(() => undefined);
      } else if ('unwatch' in asked) {
        stop(asked.unwatch);
      } else if ('ack' in asked) {
        const channel = channels.get(asked.ack);
        if (channel?.seq === asked.seq) channel.drawn.resolve();
      } else {
        const channel = channels.get(asked.channel);
        if (channel) channel.acting = channel.acting.then(() => act(channel, asked.input));
      }
    },
    end() {
      for (const number of channels.keys()) stop(number);
    },
  };
}
