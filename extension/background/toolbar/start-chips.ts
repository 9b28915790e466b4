import browser from 'webextension-polyfill';

import type { ChipCommand } from '../../messages/page-messages.ts';
import { counted, word } from '../../i18n/words.ts';
import type { Background } from '../background.ts';
import type { Chip } from '../runtime/conversation-chip.ts';

/** Changes come in bursts: what follows within this time is shown with the first. */
const GATHER_MS = 100;

/** Shows beside each page's composer how its conversation stands, and keeps that up to date. */
export function startChips(ready: Promise<Background>): void {
  /** The text that each tab's document was last told to show; a new document shows none. */
  const shown = new Map<number, string>();
  browser.tabs.onUpdated.addListener((tabId, { status }) => {
    if (status === 'loading') shown.delete(tabId);
  });
  browser.tabs.onRemoved.addListener((tabId) => shown.delete(tabId));

  ready.then((background) => {
    let gathering = false;
    const show = (): void => {
      gathering = false;
      for (const [tabId, chip] of background.chips()) {
        const text = chip === null ? null : textOf(chip);
        if ((shown.get(tabId) ?? 'null') === JSON.stringify(text)) continue;
        shown.set(tabId, JSON.stringify(text));
        const command: ChipCommand = { kind: 'page.chip', text, stands: chip?.stands ?? null };
        // A page that is just going does not listen any more.
        browser.tabs.sendMessage(tabId, command, { frameId: 0 }).catch(() => shown.delete(tabId));
      }
    };
    background.onChange(() => {
      if (gathering) return;
      gathering = true;
      setTimeout(show, GATHER_MS);
    });
    show();
  }, reportError);
}

function textOf(chip: Chip): string {
  return chip.stands === 'waits' ? counted('chip_waits', chip.count) : word(`chip_${chip.stands}`);
}
