import { baseKeymap, chainCommands, newlineInCode } from 'prosemirror-commands';
import { keymap } from 'prosemirror-keymap';
import { Fragment, Schema, Slice } from 'prosemirror-model';
import type { Node } from 'prosemirror-model';
import { nodes } from 'prosemirror-schema-basic';
import { EditorState, Plugin } from 'prosemirror-state';
import type { Command } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';

/** One paste longer than this becomes a file-like chip instead of text, as on the real site. */
const LONGEST_PASTE_CHARACTERS = 10_000;
const PLACEHOLDER = 'Ask anything';

const { doc, paragraph, text, hard_break } = nodes;
const schema = new Schema({ nodes: { doc, paragraph, text, hard_break } });

export interface Composer {
  /** Returns the text to be sent: paragraphs and hard breaks as lines. */
  text(): string;
  clear(): void;
  focus(): void;
}

export interface ComposerOptions {
  readonly place: HTMLElement;
  /** Where chips for long pastes go. */
  readonly attachments: HTMLElement;
  readonly onChange: () => void;
  readonly onSend: () => void;
}

/** An editor as most sites have it; `attributes` are those of the element that is typed into. */
export function createEditor(
  { place, attachments, onChange, onSend }: ComposerOptions,
  attributes: Readonly<Record<string, string>>,
): Composer {
  const send: Command = () => {
    onSend();
    return true;
  };
  const view = new EditorView(place, {
    state: EditorState.create({
      schema,
      plugins: [
        pastesAsLines(attachments),
        keymap({ Enter: send, 'Shift-Enter': chainCommands(newlineInCode, breakLine) }),
        keymap(baseKeymap),
      ],
    }),
    attributes: (state) => ({
      role: 'textbox',
      'aria-multiline': 'true',
      ...attributes,
      class: `${attributes['class'] ?? ''} ${state.doc.textContent === '' ? 'empty' : ''}`,
    }),
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction));
      markPlaceholder(view);
      onChange();
    },
  });
  markPlaceholder(view);
  return {
    text: () => textOf(view.state.doc),
    clear: () => view.dispatch(view.state.tr.delete(0, view.state.doc.content.size)),
    focus: () => view.focus(),
  };
}

function textOf(document: Node): string {
  return document.textBetween(0, document.content.size, '\n', '\n');
}

const breakLine: Command = (state, dispatch) => {
  const lineBreak = schema.node('hard_break');
  dispatch?.(state.tr.replaceSelectionWith(lineBreak).scrollIntoView());
  return true;
};

/** Plain text keeps its lines, blank ones included: a paragraph for each. */
function pastesAsLines(attachments: HTMLElement): Plugin {
  return new Plugin({
    props: {
      handlePaste(_view, event) {
        const pasted = event.clipboardData?.getData('text/plain') ?? '';
        if (pasted.length <= LONGEST_PASTE_CHARACTERS) return false;
        attachments.append(createChip());
        return true;
      },
      clipboardTextParser(pasted) {
        const lines = pasted
          .split(/\r\n?|\n/)
          .map((line) => schema.node('paragraph', null, line === '' ? [] : schema.text(line)));
        return new Slice(Fragment.from(lines), 1, 1);
      },
    },
  });
}

function createChip(): HTMLElement {
  const chip = document.createElement('span');
  chip.textContent = 'Pasted text ';
  const remove = document.createElement('button');
  remove.type = 'button';
  remove.ariaLabel = 'Remove Pasted text.txt';
  remove.textContent = '×';
  remove.addEventListener('click', () => chip.remove());
  chip.append(remove);
  return chip;
}

function markPlaceholder(view: EditorView): void {
  const [first] = view.dom.children;
  if (first instanceof HTMLElement) first.dataset['placeholder'] = PLACEHOLDER;
}

/** A composer that is a plain text field. */
export function createTextarea(
  { place, onChange, onSend }: ComposerOptions,
  placeholder: string,
): Composer {
  const field = document.createElement('textarea');
  field.placeholder = placeholder;
  field.rows = 2;
  field.addEventListener('input', onChange);
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    onSend();
  });
  place.append(field);
  return {
    text: () => field.value,
    clear() {
      field.value = '';
      onChange();
    },
    focus: () => field.focus(),
  };
}
