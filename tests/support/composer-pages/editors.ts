import { registerPlainText } from '@lexical/plain-text';
import { $getRoot, createEditor } from 'lexical';
import { baseKeymap } from 'prosemirror-commands';
import { keymap } from 'prosemirror-keymap';
import { schema } from 'prosemirror-schema-basic';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';

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
  shadow(place, onChange, onEnter) {
    const root = place.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
    return mountPlain(root.appendChild(document.createElement('div')), onChange, onEnter);
  },
};

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

function mountProseMirror(
  place: HTMLElement,
  onChange: () => void,
  onEnter: () => void,
): LabEditor {
  const send = (): boolean => {
    onEnter();
    return true;
  };
  const view = new EditorView(place, {
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

function mountLexical(place: HTMLElement, onChange: () => void, onEnter: () => void): LabEditor {
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

function sendOnEnter(field: HTMLElement, onEnter: () => void): void {
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    onEnter();
  });
}
