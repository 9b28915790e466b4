import { getterOf, SafePromise, settle, unbound } from './natives.ts';

/** Used parts of a ProseMirror editor: `EditorView`, and its document's description, from version 1.0 on. */
interface View {
  readonly state: {
    readonly doc: {
      readonly content: { readonly size: number };
      readonly type: { readonly contentMatch: { readonly defaultType: NodeType } };
    };
    readonly schema: { readonly text: (text: string) => object };
    readonly tr: {
      readonly replaceWith: (from: number, to: number, nodes: readonly object[]) => object;
    };
  };
  readonly dispatch: (transaction: object) => void;
}
interface NodeType {
  readonly create: (attributes: null, content: object | null) => object;
}
interface ViewDesc {
  update?: (node: unknown, outer: unknown, inner: unknown, view: View) => boolean;
}

const focused = getterOf<Element | null>(Document, 'activeElement');
const focusedIn = getterOf<Element | null>(ShadowRoot, 'activeElement');
const shadowOf = getterOf<ShadowRoot | null>(Element, 'shadowRoot');
const runCommand = unbound(Document, 'execCommand');

/**
 * Makes lines the document of the ProseMirror editor that has the focus, a paragraph each, as the page's own code would:
 * none of its rules for what is typed or pasted gets at them. `done` tells whether there is such an editor, and it took
 * them. All that is used here is the page's own, which gains nothing by lying: the text is read back, and is examined
 * again when it is sent.
 */
export function putInView(lines: readonly string[], done: (taken: boolean) => void): void {
  let view: View | undefined;
  const desc = focusedDesc();
  const update = desc?.update;
  if (!desc || !update) return done(false);
  // The view is to be had nowhere else: the description is handed it whenever the document has changed.
  desc.update = function (node, outer, inner, drawn) {
    view = drawn;
    return update.call(this, node, outer, inner, drawn);
  };
  runCommand(document, 'insertText', false, 'x');
  // The editor, which watches its DOM, hears of the letter before this does.
  void settle(
    SafePromise.resolve(),
    () => {
      delete desc.update;
      done(!!view && fill(view, lines));
    },
    () => undefined,
  );
}

function focusedDesc(): ViewDesc | undefined {
  let element = focused(document);
  for (let root = element && shadowOf(element); root; root = element && shadowOf(element)) {
    element = focusedIn(root);
  }
  return (element as { pmViewDesc?: ViewDesc } | null)?.pmViewDesc;
}

function fill(view: View, lines: readonly string[]): boolean {
  try {
    const { doc, schema, tr } = view.state;
    const line = doc.type.contentMatch.defaultType;
    const nodes: object[] = [];
    for (let index = 0; index < lines.length; index += 1) {
      const text = lines[index];
      nodes[index] = line.create(null, text ? schema.text(text) : null);
    }
    view.dispatch(tr.replaceWith(0, doc.content.size, nodes));
    return true;
  } catch {
    return false; // Its document is none of lines of text, or it is no such editor.
  }
}
