import { pause } from '../background-link.ts';

/** One way to put a text into an empty contenteditable that is selected. False: nothing took any notice. */
export type EditableWay = (composer: HTMLElement, text: string) => boolean;

/**
 * In the order in which they are tried; what was seen of each (2026-11, Chromium 156, Firefox 153):
 * - a paste with HTML, one paragraph per line, is exact in ProseMirror and TipTap;
 * - where a page's policy forbids inline styles, that loses spaces at the beginning of lines;
 * - a paste of plain text is exact in Lexical, but loses blank lines in ProseMirror;
 * - plain text for each line, and HTML to break lines, is exact where either alone is not;
 * - editors without a framework read their own DOM: where it keeps line breaks, text with line breaks is exact;
 * - `insertText` is exact for one line anywhere, and keeps what a person's typing would make of many;
 * - paragraphs set directly are for editors that watch their DOM.
 */
export const EDITABLE_WAYS: readonly EditableWay[] = [
  (composer, text) =>
    inPieces(text, (piece) =>
      paste(composer, { 'text/plain': piece, 'text/html': paragraphs(piece) }),
    ),
  (composer, text) => inPieces(text, (piece) => paste(composer, { 'text/plain': piece })),
  (composer, text) =>
    text
      .split('\n')
      .every(
        (line, index) =>
          (index === 0 || paste(composer, { 'text/html': paragraphs('\n') })) &&
          (line === '' || inPieces(line, (piece) => paste(composer, { 'text/plain': piece }))),
      ),
  (composer, text) =>
    getComputedStyle(composer).whiteSpace.startsWith('pre') && setContent(composer, [text]),
  (_composer, text) => document.execCommand('insertText', false, text),
  (composer, text) => setContent(composer, text.split('\n').map(paragraph)),
];

function setContent(composer: HTMLElement, content: readonly (Node | string)[]): boolean {
  composer.replaceChildren(...content);
  composer.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  return true;
}

/** Sites turn one long paste into an attached file: ChatGPT from 5,000 or 10,000 characters on. */
const MAX_PASTE_LENGTH = 4_000;

/** Cuts before line breaks where it can, so that a piece begins where the one before left off. */
function inPieces(text: string, put: (piece: string) => boolean): boolean {
  for (let start = 0; start < text.length;) {
    const limit = start + MAX_PASTE_LENGTH;
    const lineBreak = limit < text.length ? text.lastIndexOf('\n', limit) : text.length;
    const end = lineBreak > start ? lineBreak : wholeCharacters(text, limit);
    if (!put(text.slice(start, end))) return false;
    start = end;
  }
  return true;
}

/** Never between the two halves of a surrogate pair. */
function wholeCharacters(text: string, end: number): number {
  return /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end;
}

/** Editors learn of a new selection from an event, which comes later; none comes when nothing changed. */
const SELECTION_WITHIN_MS = 50;

/** Selects all, and returns when the editor has heard of it. */
export async function selectAll(composer: HTMLElement): Promise<void> {
  const changed = new AbortController();
  document.addEventListener('selectionchange', () => changed.abort(), { signal: changed.signal });
  selectAllNow(composer);
  await pause(SELECTION_WITHIN_MS, changed.signal);
  changed.abort();
}

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

/** An editor that takes a paste says so by preventing the default; there is none for an untrusted event. */
function paste(composer: HTMLElement, data: Readonly<Record<string, string>>): boolean {
  return !composer.dispatchEvent(pasteEvent(data));
}

/**
 * Firefox drops `clipboardData` but fills its own from `dataType` and `data`. What this world adds to that,
 * the page may not read; what is added through the page's own view of the event, it may.
 */
function pasteEvent(data: Readonly<Record<string, string>>): ClipboardEvent {
  const clipboardData = new DataTransfer();
  for (const [type, value] of Object.entries(data)) clipboardData.setData(type, value);
  const firefoxOnly = { dataType: 'text/plain', data: data['text/plain'] };
  const options = {
    bubbles: true,
    cancelable: true,
    composed: true,
    clipboardData,
    ...firefoxOnly,
  };
  const event: PageView<ClipboardEvent> = new ClipboardEvent('paste', options);
  for (const [type, value] of Object.entries(data)) {
    event.wrappedJSObject?.clipboardData?.setData(type, value);
  }
  return event;
}

/** In Firefox, an object of the page as the page sees it. */
type PageView<Thing> = Thing & { readonly wrappedJSObject?: Thing };

function paragraphs(text: string): string {
  return text
    .split('\n')
    .map((line) => paragraph(line).outerHTML)
    .join('');
}

/** `pre-wrap` keeps leading and repeated spaces through an editor's HTML parser. */
function paragraph(line: string): HTMLParagraphElement {
  const element = document.createElement('p');
  element.style.whiteSpace = 'pre-wrap';
  element.textContent = line;
  return element;
}
