import type { View } from './row-store.ts';

/** Far more than a person reads while a conductor is away. */
const MOST_FRAMES = 500;
/** Characters of what was said. */
const MOST_TEXT = 8_000_000;

/** So much of what a site's pages tell waits for the conductor that the rest must wait in its page. */
export class ShareFull extends Error {}

/**
 * Throws ShareFull, and the page asks again later: a page can tell of turns and replies without end, and must not fill
 * the memory and the disk that all sites share.
 */
export function checkShare({ outbox }: Pick<View, 'outbox'>, platform: string): void {
  let frames = 0;
  let text = 0;
  for (const frame of outbox.values()) {
    if (!('raw_text' in frame) || frame.platform !== platform) continue;
    frames += 1;
    text += frame.raw_text.length;
  }
  // guard: outbox-share
  if (frames >= MOST_FRAMES || text >= MOST_TEXT) throw new ShareFull(platform);
}
