import { findActionBlocks } from './find-action-blocks.ts';

/** Returns a message without its actions: for people, and for models that are told of the actions apart. */
export function withoutActionBlocks(message: string): string {
  const blocks = findActionBlocks(message);
  if (blocks.length === 0) return message;
  const lines = message.split(/\r\n|\n|\r/);
  const taken = new Set<number>();
  for (const { fenceLine, text } of blocks) {
    const inside = text === '' ? 0 : text.split('\n').length;
    // The last line closes the block; one that was left open ends with the message.
    for (let at = 0; at <= inside + 1; at += 1) taken.add(fenceLine - 1 + at);
  }
  return lines
    .filter((_line, index) => !taken.has(index))
    .join('\n')
    .trim();
}
