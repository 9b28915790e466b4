import type { ExtensionBusinessFrame, ExtensionFrame } from '../../../../shared/protocol/index.ts';

/** As many conversations of a report are as much work as a frame. */
const ENTRIES_PER_FRAME = 4;

/** How many frames one counts for beyond itself: what it lists is work, too. */
export function weightBeyondOne(frame: ExtensionFrame): number {
  switch (frame.type) {
    case 'runtime.report':
      return Math.floor(frame.runtimes.length / ENTRIES_PER_FRAME);
    case 'site.report':
      return Math.floor((frame.sites.length + frame.pages.length) / ENTRIES_PER_FRAME);
    default:
      return 0;
  }
}

/** Characters of what was said in a chat: to take it apart and to index it takes time that grows with them. */
export function textLength(frame: ExtensionBusinessFrame): number {
  return 'raw_text' in frame ? frame.raw_text.length : 0;
}
