import browser from 'webextension-polyfill';

import type { ResourcePage } from '../../content-resource/resource-page.ts';
import type { ResourceAnswer, ResourceRequest } from '../../messages/resource-messages.ts';
import type { ReachedFrame, ResourceTabs } from '../resources/resource-tabs.ts';

const SCRIPT = 'resource-page.js';

/** What the script leaves in its own world of a frame. */
interface Scope {
  readonly batonResource?: ResourcePage;
}

interface Grouping {
  readonly group?: (options: { readonly tabIds: number }) => Promise<number>;
}

export const browserResourceTabs: ResourceTabs = {
  async open(url) {
    const { id } = await browser.tabs.create({ url, active: false });
    if (id === undefined) throw new Error('The browser opened a tab without an id.');
    // Only for eyes: without it, the tab works as well.
    await (browser.tabs as Grouping).group?.({ tabIds: id }).catch(() => undefined);
    return id;
  },
  state: (tabId) =>
    browser.tabs.get(tabId).then(
      ({ url, title }) => ({ url: url ?? null, title: title ?? null }),
      () => null,
    ),
  async go(tabId, to) {
    if ('url' in to) await browser.tabs.update(tabId, to);
    else if (to.to === 'back') await browser.tabs.goBack(tabId);
    else if (to.to === 'forward') await browser.tabs.goForward(tabId);
    else await browser.tabs.reload(tabId);
  },
  whenLoaded,
  close: (tabId) => browser.tabs.remove(tabId).catch(() => undefined),
  reach,
  async ask(tabId, frameId, request) {
    const [done] = await browser.scripting.executeScript({
      target: { tabId, frameIds: [frameId] },
      func: runInPage,
      args: [request],
    });
    if (done?.result === undefined || done.result === null) {
      throw new Error('The frame went away before it answered.');
    }
    return done.result as ResourceAnswer;
  },
};

async function reach(tabId: number): Promise<readonly ReachedFrame[]> {
  const target = { tabId, allFrames: true };
  await browser.scripting.executeScript({ target, files: [SCRIPT] });
  const found = await browser.scripting.executeScript({ target, func: placeInPage });
  return found.flatMap(({ frameId, result }) => {
    const place = result as { path: number[]; origin: string } | null | undefined;
    return place === null || place === undefined ? [] : [{ frameId, ...place }];
  });
}

/** These two run in the frame: they see nothing of this file. */
function placeInPage(): { path: readonly number[]; origin: string } | null {
  const { batonResource } = globalThis as Scope;
  return batonResource === undefined
    ? null
    : { path: batonResource.path(), origin: globalThis.origin };
}

function runInPage(request: ResourceRequest): Promise<ResourceAnswer> | null {
  return (globalThis as Scope).batonResource?.run(request) ?? null;
}

function whenLoaded(tabId: number, limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isLoaded: boolean): void => {
      clearTimeout(timer);
      browser.tabs.onUpdated.removeListener(onUpdated);
      browser.tabs.onRemoved.removeListener(onRemoved);
      resolve(isLoaded);
    };
    const onUpdated = (id: number, { status }: { status?: string }): void => {
      if (id === tabId && status === 'complete') finish(true);
    };
    const onRemoved = (id: number): void => {
      if (id === tabId) finish(false);
    };
    const timer = setTimeout(() => finish(false), limitMs);
    browser.tabs.onUpdated.addListener(onUpdated);
    browser.tabs.onRemoved.addListener(onRemoved);
    browser.tabs.get(tabId).then(
      ({ status }) => status === 'complete' && finish(true),
      () => finish(false),
    );
  });
}
