import { withoutBlankEnds } from '../same-message.ts';

const BLOCKS = new Set(
  'ADDRESS ARTICLE BLOCKQUOTE DD DIV DL DT FIGURE H1 H2 H3 H4 H5 H6 HR LI OL P PRE SECTION TABLE TR UL'.split(
    ' ',
  ),
);

/** The text a composer holds, as the page would send it: its value, or its lines by block and break. */
export function composerText(composer: Element): string {
  if (composer instanceof HTMLTextAreaElement || composer instanceof HTMLInputElement) {
    return composer.value;
  }
  const reader = new LineReader();
  reader.readChildren(composer);
  return reader.text;
}

/** Is it the text, but for blanks at line ends, breaks at its own, and characters without width that editors add? */
export function holdsText(composer: Element, text: string): boolean {
  return comparable(composerText(composer)) === comparable(text);
}

/** Editors that send what they keep, however that is rendered. */
const EDITORS =
  '.ProseMirror, [data-lexical-editor], [data-slate-editor], .ql-editor, .cm-content, .public-DraftEditor-content, .ck-editor__editable';

/** The same of what is rendered, which is what a page sends that has nothing but the element. */
export function showsText(composer: HTMLElement, text: string): boolean {
  if (composer instanceof HTMLTextAreaElement || composer instanceof HTMLInputElement) return true;
  return composer.matches(EDITORS) || comparable(composer.innerText) === comparable(text);
}

function comparable(text: string): string {
  return withoutBlankEnds(text)
    .replace(/[\u200B\uFEFF]/g, '')
    .trimEnd();
}

class LineReader {
  text = '';
  /** The current line was opened by a block and holds nothing yet: a block inside it opens no other. */
  #fresh = true;
  #blockClosed = false;

  readChildren(parent: Node): void {
    for (const node of parent.childNodes) this.#read(node, node === parent.lastChild);
  }

  #read(node: Node, isLast: boolean): void {
    if (node instanceof Text) this.#write(node.data);
    else if (node instanceof HTMLBRElement) this.#break(node, isLast);
    else if (node instanceof Element && BLOCKS.has(node.tagName)) this.#readBlock(node);
    else this.readChildren(node);
  }

  #readBlock(block: Element): void {
    if (!this.#fresh) this.text += '\n';
    this.#fresh = true;
    this.#blockClosed = false;
    this.readChildren(block);
    this.#fresh = false;
    this.#blockClosed = true;
  }

  /** A break at the end of its block only keeps the block's last line open; it is no line of its own. */
  #break(node: HTMLBRElement, isLast: boolean): void {
    if (isLast || node.classList.contains('ProseMirror-trailingBreak')) return;
    this.#write('\n');
  }

  #write(text: string): void {
    if (text === '') return;
    if (this.#blockClosed) this.text += '\n';
    this.#blockClosed = false;
    this.#fresh = false;
    this.text += text;
  }
}
