import { composerText } from '../../../extension/content/compose/composer-text.ts';
import { putInNoView } from '../../../extension/content/compose/editable-ways.ts';
import { clearComposer, insertText } from '../../../extension/content/compose/insert-text.ts';
import { findComposer } from '../../../extension/content/compose/find-composer.ts';

// The content script of the test extension: lets a test reach the isolated world of a page, which a browser driver
// cannot, by a window message in and one out.

/** The part of the browser's API that it uses. */
interface Api {
  readonly runtime: { sendMessage(message: unknown): Promise<unknown> };
}
const scope = globalThis as unknown as { browser?: Api; chrome: Api };
const { runtime } = scope.browser ?? scope.chrome;

/** As the composer of a page knows it. */
let known: string | null = null;
const find = (): HTMLElement | null => findComposer([]);

async function act(call: LabCall): Promise<unknown> {
  switch (call.act) {
    case 'insert':
      known = await insertText(find, call.text, {
        known,
        mangling: new Set(),
        putInView: putInNoView,
        isInterrupted: () => false,
      });
      return { inserted: known !== null, text: composerText(find() ?? document.body) };
    case 'clear':
      return { cleared: await clearComposer(find), text: composerText(find() ?? document.body) };
    case 'background':
      return runtime.sendMessage({ lab: call.message });
  }
}

export type LabCall =
  | { readonly act: 'insert'; readonly text: string }
  | { readonly act: 'clear' }
  | { readonly act: 'background'; readonly message: LabOrder };

/** Orders of the test to the background of the test extension. */
export type LabOrder =
  | { readonly order: 'log' }
  | { readonly order: 'go'; readonly go: boolean }
  /** Answer nothing for so many messages, as a background that is dead. */
  | { readonly order: 'deaf'; readonly messages: number }
  | { readonly order: 'command'; readonly command: unknown };

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const data = event.data as { labCall?: LabCall; id?: number } | null;
  if (data?.labCall === undefined) return;
  void act(data.labCall).then((answer) => {
    window.postMessage({ labAnswer: JSON.stringify(answer ?? null), id: data.id }, '*');
  });
});
