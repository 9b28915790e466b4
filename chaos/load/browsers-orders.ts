import { z } from 'zod';

/** Orders to a process that plays browsers, from the one that started it. */
export const BrowsersOrder = z.discriminatedUnion('order', [
  z.object({
    order: z.literal('open'),
    url: z.string(),
    seed: z.number(),
    size: z.object({
      browsers: z.number(),
      conversations: z.number(),
      lastsMs: z.number(),
      actions: z.number(),
    }),
    /** The place in the hour of each browser that is opened here, with the token that it was given. */
    browsers: z.array(z.object({ at: z.number(), token: z.string() })),
    /** How many milliseconds of the hour pass in a real one. */
    speed: z.number(),
  }),
  z.object({ order: z.literal('play') }),
  /** Tell what was seen, whether all have ended or not. */
  z.object({ order: z.literal('tell') }),
]);

export type BrowsersOrder = z.infer<typeof BrowsersOrder>;

const strings = z.array(z.string()).readonly();

/** News from that process. */
export const BrowsersNews = z.discriminatedUnion('news', [
  z.object({ news: z.literal('opened') }),
  z.object({ news: z.literal('ended') }),
  z.object({
    news: z.literal('told'),
    browsers: z.array(
      z.object({
        lost: strings,
        twice: strings,
        astray: strings,
        refused: strings,
        waitsMs: z.array(z.number()).readonly(),
      }),
    ),
  }),
]);

export type BrowsersNews = z.infer<typeof BrowsersNews>;
