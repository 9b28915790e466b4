import { queuedTasksDone } from '../wait-for-page.ts';
import { deleteBackward } from './delete-backward.ts';
import { runEditCommand } from './edit-command.ts';
import { inPieces, paste } from './paste-text.ts';

/** A way to put a text into an empty composer; one that is no field is selected. */
export interface Way {
  readonly name: string;
  /** False: nothing took any notice. */
  readonly put: (
    composer: HTMLElement,
    text: string,
    putInView: PutInView,
  ) => boolean | Promise<boolean>;
}

/** Has the page's own code make lines the document of the editor that has the focus. */
export type PutInView = (lines: readonly string[]) => Promise<boolean>;
/** Stand-in for a page without a tap. */
export const putInNoView: PutInView = () => Promise.resolve(false);

/**
 * In the order in which they are tried; what was seen of each (2026-11, Chromium 156, Firefox 153):
 * - a paste with HTML, one paragraph per line, is exact in ProseMirror and TipTap;
 * - where a page's policy forbids inline styles, that loses spaces at the beginning of lines;
 * - a paste of plain text is exact in Lexical, but loses blank lines in ProseMirror;
 * - plain text for each line, and HTML to break lines, is exact where either alone is not;
 * - editors without a framework read their own DOM: where it keeps line breaks, text with line breaks is exact;
 * - where it does not, the same is in an element that does;
 * - `insertText` is exact for one line anywhere, and keeps what a person's typing would make of many;
 * - paragraphs set directly are for editors that watch their DOM;
 * - ProseMirror's own view, where its rules for markdown get at whatever comes in by hand, takes any text exactly;
 * - lines typed with a letter at their end, which is taken away again, pass by rules that look back from the cursor
 *   at what was typed, such as those of typography and markdown.
 */
export const EDITABLE_WAYS: readonly Way[] = [
  {
    name: 'paste-html',
    put: (composer, text) =>
      inPieces(text, (piece) =>
        paste(composer, { 'text/plain': piece, 'text/html': paragraphs(piece) }),
      ),
  },
  {
    name: 'paste-text',
    put: (composer, text) => inPieces(text, (piece) => paste(composer, { 'text/plain': piece })),
  },
  {
    name: 'paste-lines',
    put: (composer, text) =>
      text
        .split('\n')
        .every(
          (line, index) =>
            (index === 0 || paste(composer, { 'text/html': paragraphs('\n') })) &&
            (line === '' || inPieces(line, (piece) => paste(composer, { 'text/plain': piece }))),
        ),
  },
  {
    name: 'set-text',
    put: (composer, text) =>
      getComputedStyle(composer).whiteSpace.startsWith('pre') && setContent(composer, [text]),
  },
  { name: 'type', put: (_composer, text) => runEditCommand('insertText', text) },
  {
    name: 'set-paragraphs',
    put: (composer, text) => setContent(composer, text.split('\n').map(paragraph)),
  },
  { name: 'set-span', put: (composer, text) => setContent(composer, [inPre('span', text)]) },
  {
    name: 'set-view',
    put: (_composer, text, putInView) => putInView(text.split('\n')),
  },
  { name: 'type-lines', put: typeLines },
];

/** For what reads its own DOM, or watches it. */
export function setContent(composer: HTMLElement, content: readonly (Node | string)[]): boolean {
  composer.replaceChildren(...content);
  composer.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  return true;
}

/** No rule of typography or markdown ends with it. */
const GUARD = 'x';

async function typeLines(composer: HTMLElement, text: string): Promise<boolean> {
  for (const [index, line] of text.split('\n').entries()) {
    // Never a paragraph: ProseMirror takes one that comes in for the Enter key, which sends.
    if (index > 0 && !does(composer, 'insertLineBreak')) return false;
    if (line === '') continue;
    if (!does(composer, 'insertText', line + GUARD)) return false;
    await queuedTasksDone(); // The editor has seen it with the letter.
    deleteBackward(composer);
    await queuedTasksDone();
  }
  return true;
}

/** Some editors act on the event; the others on what a command does to their DOM. */
function does(
  composer: HTMLElement,
  inputType: 'insertLineBreak' | 'insertText',
  data?: string,
): boolean {
  const options = { bubbles: true, cancelable: true, composed: true, inputType };
  const event = new InputEvent('beforeinput', { ...options, data: data ?? null });
  return !composer.dispatchEvent(event) || runEditCommand(inputType, data);
}

function paragraphs(text: string): string {
  return text
    .split('\n')
    .map((line) => paragraph(line).outerHTML)
    .join('');
}

function paragraph(line: string): HTMLElement {
  return inPre('p', line);
}

/** `pre-wrap` keeps leading and repeated spaces through an editor's HTML parser, and line breaks as they are. */
function inPre(tag: 'p' | 'span', text: string): HTMLElement {
  const element = document.createElement(tag);
  element.style.whiteSpace = 'pre-wrap';
  element.textContent = text;
  return element;
}
