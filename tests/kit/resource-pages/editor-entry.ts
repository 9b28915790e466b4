import { EDITORS, type LabEditor } from '../composer-pages/editors.ts';

declare global {
  interface Window {
    /** Puts an editor of that kind into the page. */
    mountEditor?: (kind: string) => void;
    /** Returns the text that its page would send. */
    editorText?: () => string;
  }
}

window.mountEditor = (kind) => {
  const nothing = (): void => undefined;
  const editor: LabEditor | undefined = EDITORS[kind]?.(document.body, nothing, nothing);
  window.editorText = () => editor?.text() ?? '';
};
