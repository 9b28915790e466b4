import { registerPlainText } from '@lexical/plain-text';
import { $getRoot, createEditor } from 'lexical';
import { baseKeymap } from 'prosemirror-commands';
import { keymap } from 'prosemirror-keymap';
import { schema } from 'prosemirror-schema-basic';
import { EditorState } from 'prosemirror-state';
import { type EditorProps, EditorView } from 'prosemirror-view';

/** A composer as chat pages have them, and what its page would send. */
export interface LabEditor {
  /** Exactly what the page would send now. */
  readonly text: () => string;
  readonly clear: () => void;
}

type Mount = (place: HTMLElement, onChange: () => void, onEnter: () => void) => LabEditor;

/** Each kind of composer found on chat pages, with the real editor behind it. */
export const EDITORS: Readonly<Record<string, Mount>> = {
  textarea: mountTextarea,
  controlled: mountControlled,
  prosemirror: mountProseMirror,
  lexical: mountLexical,
  plain: mountPlain,
  corrected: mountCorrected,
  typography: mountTypography,
  collapsing: mountCollapsing,
  pasting: mountPasting,
  'shadow-collapsing': (place, onChange, onEnter) =>
    mountCollapsing(inShadow(place), onChange, onEnter),
  'shadow-pasting': (place, onChange, onEnter) => mountPasting(inShadow(place), onChange, onEnter),
  shadow(place, onChange, onEnter) {
    return mountPlain(inShadow(place), onChange, onEnter);
  },
};

function inShadow(place: HTMLElement): HTMLElement {
  const root = place.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
  return root.appendChild(document.createElement('div'));
}

/** Corrects a person's words as editors do by default, in one piece. */
function corrected(text: string): string {
  return text
    .replaceAll('--', '—')
    .replace(/"([^"]*)"/g, '“$1”')
    .replace(/\*([^*\n]+)\*/g, '$1');
}

/** A field that corrects what is typed, and leaves what is pasted. */
function mountCorrected(place: HTMLElement, onChange: () => void, onEnter: () => void): LabEditor {
  const editor = mountTextarea(place, onChange, onEnter);
  const field = place.querySelector('textarea');
  field?.addEventListener('input', (event) => {
    if (event instanceof InputEvent && event.inputType !== 'insertFromPaste') {
      field.value = corrected(field.value);
    }
  });
  return editor;
}

function mountTextarea(place: HTMLElement, onChange: () => void, onEnter: () => void): LabEditor {
  const field = place.appendChild(document.createElement('textarea'));
  field.addEventListener('input', onChange);
  sendOnEnter(field, onEnter);
  return {
    text: () => field.value,
    clear: () => {
      field.value = '';
      onChange();
    },
  };
}

/** As a framework does it: the state is the truth, and the field is drawn from it, its setter shadowed. */
function mountControlled(place: HTMLElement, onChange: () => void, onEnter: () => void): LabEditor {
  const field = place.appendChild(document.createElement('textarea'));
  const native = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value');
  let tracked = '';
  let state = '';
  Object.defineProperty(field, 'value', {
    get: (): unknown => native?.get?.call(field),
    set: (value: string) => {
      tracked = value;
      native?.set?.call(field, value);
    },
  });
  const draw = (): void => {
    if (field.value !== state) field.value = state;
  };
  field.addEventListener('input', () => {
    if (field.value !== tracked) state = tracked = field.value;
    queueMicrotask(draw);
    onChange();
  });
  sendOnEnter(field, onEnter);
  return {
    text: () => state,
    clear: () => {
      state = '';
      draw();
      onChange();
    },
  };
}

/**
 * Corrects what is pasted, drops its blank lines, and corrects what is typed when that completes a pattern before the
 * cursor: as input and paste rules of typography and markdown do.
 */
function mountTypography(place: HTMLElement, onChange: () => void, onEnter: () => void): LabEditor {
  return mountProseMirror(place, onChange, onEnter, {
    attributes: { style: 'white-space: pre-wrap' },
    handlePaste(view, event) {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      view.dispatch(view.state.tr.insertText(corrected(text).replace(/\n+/g, ' ')));
      return true;
    },
    handleTextInput(view, from, to, text) {
      const before = view.state.doc.resolve(from).parent.textContent + text;
      if (!/(?:["—-]|\*[^*]+\*|\s)$/.test(before)) return false;
      view.dispatch(view.state.tr.insertText(corrected(text).replace(/["-]$/, '”'), from, to));
      return true;
    },
  });
}

function mountProseMirror(
  place: HTMLElement,
  onChange: () => void,
  onEnter: () => void,
  props: EditorProps = {},
): LabEditor {
  const send = (): boolean => {
    onEnter();
    return true;
  };
  const view = new EditorView(place, {
    ...props,
    state: EditorState.create({ schema, plugins: [keymap({ Enter: send }), keymap(baseKeymap)] }),
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction));
      onChange();
    },
  });
  const size = (): number => view.state.doc.content.size;
  return {
    text: () => view.state.doc.textBetween(0, size(), '\n', '\n'),
    clear: () => view.dispatch(view.state.tr.delete(0, size())),
  };
}

export function mountLexical(
  place: HTMLElement,
  onChange: () => void,
  onEnter: () => void,
): LabEditor {
  const root = place.appendChild(document.createElement('div'));
  root.contentEditable = 'true';
  root.setAttribute('role', 'textbox');
  const editor = createEditor({
    namespace: 'lab',
    onError: (error) => {
      throw error;
    },
  });
  editor.setRootElement(root);
  registerPlainText(editor);
  editor.registerUpdateListener(onChange);
  sendOnEnter(root, onEnter);
  return {
    text: () => editor.getEditorState().read(() => $getRoot().getTextContent()),
    clear: () => editor.update(() => $getRoot().clear()),
  };
}

/** A contenteditable with nothing behind it: what it holds is what its rendering says. */
function mountPlain(place: HTMLElement, onChange: () => void, onEnter: () => void): LabEditor {
  const field = place.appendChild(document.createElement('div'));
  field.contentEditable = 'true';
  field.setAttribute('role', 'textbox');
  field.style.whiteSpace = 'pre-wrap';
  field.addEventListener('input', onChange);
  sendOnEnter(field, onEnter);
  return {
    text: () => field.innerText.replace(/\n$/, ''),
    clear: () => {
      field.textContent = '';
      onChange();
    },
  };
}

/** The same where the rendering keeps neither line breaks nor repeated spaces, as without any style. */
function mountCollapsing(place: HTMLElement, onChange: () => void, onEnter: () => void): LabEditor {
  const editor = mountPlain(place, onChange, onEnter);
  must(place).style.whiteSpace = '';
  return editor;
}

/** The same, with a paste of plain text only, as a command. */
function mountPasting(place: HTMLElement, onChange: () => void, onEnter: () => void): LabEditor {
  const editor = mountCollapsing(place, onChange, onEnter);
  must(place).addEventListener('paste', (event) => {
    event.preventDefault();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    document.execCommand('insertText', false, text.replace(/\n{2,}/g, '\n'));
  });
  return editor;
}

function must(place: HTMLElement): HTMLElement {
  const field = place.querySelector<HTMLElement>('[role="textbox"]');
  if (field === null) throw new Error('no composer');
  return field;
}

function sendOnEnter(field: HTMLElement, onEnter: () => void): void {
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    onEnter();
  });
}
