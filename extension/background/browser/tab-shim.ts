import browser, { type Scripting } from 'webextension-polyfill';

import type { DialogAnswer, DialogShim, ShimReport } from '../../page/dialog-shim.ts';
import type { ResourceTabs } from '../resources/resource-tabs.ts';

const SCRIPT = 'resource-shim.js';

type Injection = Scripting.ScriptInjection & { readonly world: 'MAIN' };

/** In each frame's own realm, without waiting for its page. */
async function inPages<Result>(
  tabId: number,
  what: { files: string[] } | { func: (...args: never[]) => unknown; args?: unknown[] },
): Promise<Result[]> {
  const target = { tabId, allFrames: true };
  const all = { target, world: 'MAIN', injectImmediately: true, ...what };
  const found = await browser.scripting.executeScript(all as unknown as Injection);
  return found.flatMap(({ result }) =>
    result === null || result === undefined ? [] : [result as Result],
  );
}

export const tabShim: Pick<ResourceTabs, 'shim' | 'takeShim' | 'answerNext' | 'answers'> = {
  async shim(tabId) {
    await inPages(tabId, { files: [SCRIPT] }).catch(() => undefined);
  },
  takeShim: (tabId) => inPages<ShimReport>(tabId, { func: takeReport }).catch(() => []),
  async answerNext(tabId, answer) {
    await inPages(tabId, { func: giveAnswer as (...args: never[]) => unknown, args: [answer] });
  },
  async answers(tabId, limitMs) {
    const frame = { tabId, frameIds: [0] };
    const ping = { target: frame, injectImmediately: true, func: () => true };
    const asked = browser.scripting.executeScript(ping as Scripting.ScriptInjection);
    const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), limitMs));
    // A page that is going, or that Baton may not enter, is no page with a dialog.
    return Promise.race([asked.then(() => true).catch(() => true), late]);
  },
};

/** These run in the page's realm: they see nothing of this file. */
function takeReport(): ShimReport | null {
  const shim = (globalThis as never as Record<symbol, DialogShim | undefined>)[
    Symbol.for('baton:dialogs')
  ];
  return shim?.take() ?? null;
}

function giveAnswer(answer: DialogAnswer): void {
  const shim = (globalThis as never as Record<symbol, DialogShim | undefined>)[
    Symbol.for('baton:dialogs')
  ];
  shim?.answerNext(answer);
}
