import { RECORD_END } from './platform.ts';

/**
 * Cuts what came over a socket into its JSON objects: a text may be one, hold several one after another, or wrap
 * them in a list with a number before it, as socket.io does. A text that is none of these says nothing.
 */
export class FrameSplitter {
  #rest = '';

  push(text: string): readonly { readonly data: string }[] {
    const records = (this.#rest + text).split(RECORD_END);
    this.#rest = records.pop() ?? '';
    return records.flatMap(objectsIn).map((data) => ({ data }));
  }

  end(): readonly { readonly data: string }[] {
    return this.push(RECORD_END);
  }
}

/** The outermost objects of a text, as they stand in it; nothing where braces do not close. */
export function objectsIn(text: string): readonly string[] {
  const objects: string[] = [];
  let start = 0;
  let depth = 0;
  for (const { 0: mark, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gs)) {
    if (mark === '{' && depth++ === 0) start = index;
    if (mark === '}' && depth > 0 && --depth === 0) objects.push(text.slice(start, index + 1));
  }
  return depth === 0 ? objects : [];
}
