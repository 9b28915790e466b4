import { pause } from '../pause.ts';

/** Editors learn of a new selection from an event, which comes later; none comes when nothing changed. */
const SELECTION_WITHIN_MS = 50;

/** Selects all of an editable that is no field; returns when the selection has changed, or after 50 ms. */
export async function selectAll(composer: HTMLElement): Promise<void> {
  const changed = new AbortController();
  document.addEventListener('selectionchange', () => changed.abort(), { signal: changed.signal });
  selectAllNow(composer);
  await pause(SELECTION_WITHIN_MS, changed.signal);
  changed.abort();
}

/** The same, without waiting. */
export function selectAllNow(composer: HTMLElement): void {
  const root = composer.getRootNode();
  const scope = root instanceof ShadowRoot ? (root as SelectionRoot) : document;
  const selection = scope.getSelection?.() ?? document.getSelection();
  const [first, last] = outermostTexts(composer);
  // From text to text: ProseMirror may not understand a selection around its paragraphs.
  if (first === null || last === null) selection?.selectAllChildren(composer);
  else selection?.setBaseAndExtent(first, 0, last, last.length);
}

function outermostTexts(composer: HTMLElement): readonly [Text | null, Text | null] {
  const walker = document.createTreeWalker(composer, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  const [first, last] = [texts[0], texts.at(-1)];
  return [first instanceof Text ? first : null, last instanceof Text ? last : null];
}

/** Only Chromium has a selection per shadow root. */
type SelectionRoot = ShadowRoot & { readonly getSelection?: () => Selection | null };
