/** A dialog that the page wanted to show, and how it was answered. */
export interface ShownDialog {
  readonly kind: string;
  readonly message: string;
  readonly accepted: boolean;
}

export interface DialogAnswer {
  readonly accept: boolean;
  readonly text?: string | undefined;
}

/** Actions of the page since the last report. The page can forge all of it: it is read as the page's own words. */
export interface ShimReport {
  readonly dialogs: readonly ShownDialog[];
  /** Addresses of windows that it wanted to open. */
  readonly opens: readonly string[];
}

export interface DialogShim {
  readonly take: () => ShimReport;
  /** How the next question is answered; without it, it is dismissed. */
  readonly answerNext: (answer: DialogAnswer) => void;
}

/** Where the background finds it in the page's realm. */
export const SHIM = 'baton:dialogs';

const MAX_KEPT = 20;
const MAX_MESSAGE = 500;
const MAX_URL = 8_000;
const HERE = /^_(?:self|parent|top)$/i;

/**
 * Answers the dialogs of a page that nobody looks at, and keeps the windows that it opens: a real dialog would hold every
 * script of it, ours too, until a person comes.
 */
export function startDialogShim(scope: Window & typeof globalThis): void {
  const key = Symbol.for(SHIM);
  if (Object.hasOwn(scope, key)) return;
  let report: { dialogs: ShownDialog[]; opens: string[] } = { dialogs: [], opens: [] };
  let next: DialogAnswer | null = null;
  const open = scope.open.bind(scope);

  function note(kind: string, message: string | undefined, accepted: boolean): void {
    const told = String(message ?? '').slice(0, MAX_MESSAGE);
    if (report.dialogs.length < MAX_KEPT) report.dialogs.push({ kind, message: told, accepted });
  }
  function asked(kind: string, message: string | undefined): DialogAnswer {
    const answer = next ?? { accept: false };
    next = null;
    note(kind, message, answer.accept);
    return answer;
  }

  scope.alert = (message?: string) => note('alert', message, true);
  scope.print = () => note('print', '', false);
  scope.confirm = (message?: string) => asked('confirm', message).accept;
  scope.prompt = (message?: string, preset?: string) => {
    const { accept, text } = asked('prompt', message);
    return accept ? (text ?? String(preset ?? '')) : null;
  };
  scope.open = (url?: string | URL, target?: string, features?: string) => {
    const name = target ?? '';
    const isHere = HERE.test(name) || (name !== '' && name in scope.frames);
    const wanted = String(url ?? '');
    if (isHere || wanted === '') return open(url, target, features);
    const { href } = new URL(wanted, scope.document.baseURI);
    if (report.opens.length < MAX_KEPT) report.opens.push(href.slice(0, MAX_URL));
    return null;
  };
  const shim: DialogShim = {
    take() {
      const told = report;
      report = { dialogs: [], opens: [] };
      return told;
    },
    answerNext(answer) {
      next = answer;
    },
  };
  Object.defineProperty(scope, key, { value: shim });
}
