import browser from 'webextension-polyfill';

import { steeringShown } from '../../../shared/lib/visible-text.ts';
import type { MarkWords, PageMark } from '../../content-resource/page-mark.ts';
import { word } from '../../i18n/words.ts';
import type { ResourceTabs, TabMark } from '../resources/resource-tabs.ts';

const SCRIPT = 'resource-mark.js';
const COLOUR = 'purple';

/** Browser functions that the polyfill does not know; `tabGroups` exists once a person has allowed it. */
interface Grouping {
  readonly tabs: {
    readonly group?: (
      options: { tabIds: number } & (
        | { groupId: number }
        | { createProperties: { windowId: number } }
      ),
    ) => Promise<number>;
    readonly get: (tabId: number) => Promise<Place>;
  };
  readonly tabGroups?: {
    readonly update: (
      groupId: number,
      change: { title: string; color: string },
    ) => Promise<unknown>;
  };
}
interface Place {
  readonly groupId?: number;
  readonly windowId: number;
}
const NO_GROUP = -1;

/** Only for eyes: where the browser does not let it, the tab works as well. */
export const markTab: ResourceTabs['mark'] = async (tabId, mark, inPage) => {
  await Promise.all([
    mark?.group ? joinGroup(tabId, mark).catch(() => undefined) : undefined,
    inPage ? showInPage(tabId, mark && wordsOf(mark)).catch(() => undefined) : undefined,
  ]);
};

async function joinGroup(tabId: number, { group, title }: TabMark): Promise<void> {
  const { tabs, tabGroups } = browser as unknown as Grouping;
  const beside = group?.beside ?? null;
  const own = await tabs.get(tabId);
  const theirs = beside === null ? null : await tabs.get(beside);
  const { windowId } = own;
  // A group stands in one window, and to join one elsewhere is to go there.
  const joined = theirs?.windowId === windowId ? groupOf(theirs) : undefined;
  // One that a person put elsewhere stays there.
  const groupId =
    groupOf(own) ??
    (await tabs.group?.({
      tabIds: tabId,
      ...(joined === undefined ? { createProperties: { windowId } } : { groupId: joined }),
    }));
  if (groupId === undefined) return;
  const name = title === null ? word('extension_name') : word('mark_group', steeringShown(title));
  await tabGroups?.update(groupId, { title: name, color: COLOUR });
}

function groupOf({ groupId = NO_GROUP }: Place): number | undefined {
  return groupId === NO_GROUP ? undefined : groupId;
}

function wordsOf({ title, isStopped }: TabMark): MarkWords {
  const who = title === null ? word('work_untitled') : steeringShown(title);
  return {
    says: word(isStopped ? 'mark_stopped' : 'mark_works', who),
    stop: word('work_stop'),
    isStopped,
  };
}

async function showInPage(tabId: number, words: MarkWords | null): Promise<void> {
  const target = { tabId };
  if (words !== null) await browser.scripting.executeScript({ target, files: [SCRIPT] });
  await browser.scripting.executeScript({ target, func: showMark, args: [words] });
}

/** Runs in the page: it sees nothing of this file. */
function showMark(words: MarkWords | null): void {
  (globalThis as { batonMark?: PageMark }).batonMark?.show(words);
}
