import { describe, expect, test } from 'vitest';

import { createPictures, type Watching } from '../../../conductor/src/edges/pass-pictures.ts';
import { pictureFrame, readPicture } from '../../../shared/lib/picture-frame.ts';
import type { FeedAsk, PictureMeta } from '../../../shared/model/picture-feed.ts';

const META: PictureMeta = { kind: 'meta', w: 10, h: 10, scale: 1, url: 'http://a/', title: 'A' };

const frame = (seq: number) => pictureFrame(seq, 0, new Uint8Array([seq]));

function world() {
  const pictures = createPictures();
  const asked: FeedAsk[] = [];
  const feed = pictures.connect('worker', { ask: (one) => void asked.push(one) });
  function look(resourceId = 'browser_chat_0'): Watching & { seen: number[]; metas: string[] } {
    const seen: number[] = [];
    const metas: string[] = [];
    const watching = pictures.watch('worker', resourceId, {
      meta: ({ title }) => void metas.push(title),
      picture: (one) => void seen.push(readPicture(one)?.seq ?? -1),
    });
    return { ...watching, seen, metas };
  }
  return { pictures, asked, feed, look };
}

describe('pictures of a page', () => {
  test('are taken while somebody looks, and only then', () => {
    const { asked, look } = world();
    expect(asked).toEqual([]);
    const [one, two] = [look(), look()];
    expect(asked).toEqual([{ watch: 1, resource_id: 'browser_chat_0' }]);
    one.end();
    expect(asked).toHaveLength(1);
    two.end();
    expect(asked[1]).toEqual({ unwatch: 1 });
  });

  test('go out one at a time: the worker hears of the next when one was drawn', () => {
    const { asked, feed, look } = world();
    const one = look();
    feed.meta(1, META);
    feed.picture(1, frame(1));
    feed.picture(1, frame(2));
    expect(one).toMatchObject({ metas: ['A'], seen: [1] });
    one.drawn(7);
    expect(asked).toHaveLength(1);
    one.drawn(1);
    expect(asked[1]).toEqual({ ack: 1, seq: 1 });
    feed.picture(1, frame(3));
    expect(one.seen).toEqual([1, 3]);
  });

  test('whoever is slow misses pictures, and holds up nobody', () => {
    const { asked, feed, look } = world();
    const [fast, slow] = [look(), look()];
    for (let seq = 1; seq <= 100; seq += 1) {
      feed.picture(1, frame(seq));
      fast.drawn(seq);
    }
    expect(fast.seen).toHaveLength(100);
    expect(slow.seen).toEqual([1]);
    slow.drawn(1);
    expect(slow.seen).toEqual([1, 100]);
    expect(asked.filter((one) => 'ack' in one)).toHaveLength(100);
  });

  test('what they show is told with them: whoever is slow is told no more of it than it has drawn', () => {
    const { feed, look } = world();
    const one = look();
    for (let seq = 1; seq <= 100; seq += 1) {
      feed.meta(1, { ...META, title: `A${seq}` });
      feed.picture(1, frame(seq));
    }
    expect(one).toMatchObject({ metas: ['A1'], seen: [1] });
    one.drawn(1);
    feed.picture(1, frame(101));
    expect(one).toMatchObject({ metas: ['A1', 'A100'], seen: [1, 101] });
  });

  test('whoever comes later sees the newest at once', () => {
    const { feed, look } = world();
    look();
    feed.meta(1, META);
    feed.picture(1, frame(1));
    expect(look()).toMatchObject({ metas: ['A'], seen: [1] });
  });

  test('go on over a new feed, and come over no other', () => {
    const { pictures, feed, look } = world();
    const one = look();
    feed.picture(1, frame(1));
    const asked: FeedAsk[] = [];
    const next = pictures.connect('worker', { ask: (what) => void asked.push(what) });
    const other = pictures.connect('another', { ask: () => undefined });
    expect(asked).toEqual([{ watch: 1, resource_id: 'browser_chat_0' }]);
    one.drawn(1);
    feed.picture(1, frame(2));
    other.picture(1, frame(3));
    next.picture(1, frame(4));
    expect(one.seen).toEqual([1, 4]);
  });
});
