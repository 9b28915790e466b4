import browser from 'webextension-polyfill';

import type { PageScope } from '../../content-resource/teach-page.ts';
import type {
  ResourceAnswer,
  ResourcePart,
  ResourceRequest,
} from '../../messages/resource-messages.ts';
import { markTab } from './mark-tab.ts';
import { openWorkTab } from './open-work-tab.ts';
import { takePicture } from './take-picture.ts';
import { tabShim } from './tab-shim.ts';
import { watchLoading } from './tab-loading.ts';
import type { ReachedFrame, ResourceTabs } from '../resources/resource-tabs.ts';

const SCRIPT = 'resource-page.js';
const PARTS: Readonly<Record<ResourcePart, string>> = {
  text: 'resource-text.js',
  acts: 'resource-acts.js',
};

export const browserResourceTabs: ResourceTabs = {
  open: openWorkTab,
  state: (tabId) =>
    browser.tabs.get(tabId).then(
      ({ url, title }) => ({ url: url ?? null, title: title ?? null }),
      () => null,
    ),
  async go(tabId, to) {
    const loading = watchLoading();
    if ('url' in to) await browser.tabs.update(tabId, to);
    else if (to.to === 'back') await browser.tabs.goBack(tabId);
    else if (to.to === 'forward') await browser.tabs.goForward(tabId);
    else await browser.tabs.reload(tabId);
    return { loaded: (limitMs) => loading.done(tabId, limitMs) };
  },
  whenLoaded,
  close: (tabId) => browser.tabs.remove(tabId).catch(() => undefined),
  mark: markTab,
  ...tabShim,
  picture: takePicture,
  reach,
  async ask(tabId, frameId, request) {
    const target = { tabId, frameIds: [frameId] };
    const left = whenLeft(target);
    const asked = browser.scripting.executeScript({ target, func: runInPage, args: [request] });
    const [done] = await Promise.race([asked, left.promise]).finally(left.stop);
    if (done?.result === undefined || done.result === null) {
      throw new Error('The frame went away before it answered.');
    }
    return done.result as ResourceAnswer;
  },
};

/** The scripts are brought only into frames that lack them: each call comes by here. */
async function reach(tabId: number, part: ResourcePart | null): Promise<readonly ReachedFrame[]> {
  const there = await placesIn({ tabId, allFrames: true }, part);
  const frameIds = there.flatMap(({ frameId, place }) => (place === null ? [frameId] : []));
  if (frameIds.length === 0) return there.flatMap(reached);
  const target = { tabId, frameIds };
  const files = part === null ? [SCRIPT] : [SCRIPT, PARTS[part]];
  await browser.scripting.executeScript({ target, files });
  return [...there, ...(await placesIn(target, part))].flatMap(reached);
}

interface Placed {
  readonly frameId: number;
  /** Null: the script, or that part of it, is not there. */
  readonly place: Pick<ReachedFrame, 'path' | 'origin'> | null;
}

async function placesIn(
  target: { readonly tabId: number; readonly frameIds?: number[]; readonly allFrames?: boolean },
  part: ResourcePart | null,
): Promise<Placed[]> {
  const asked = { target, func: placeInPage, args: [part] };
  const found = await browser.scripting.executeScript(asked as never);
  return found.map(({ frameId, result }) => ({
    frameId,
    place: (result ?? null) as Placed['place'],
  }));
}

function reached({ frameId, place }: Placed): ReachedFrame[] {
  return place === null ? [] : [{ frameId, ...place }];
}

/** Rejects once another document stands in the frame, or its tab is closed: browsers leave unanswered what was asked before. */
function whenLeft(target: { tabId: number; frameIds: number[] }): {
  readonly promise: Promise<never>;
  readonly stop: () => void;
} {
  const { promise, reject } = Promise.withResolvers<never>();
  const documentNow = async (): Promise<unknown> => {
    const [found] = await browser.scripting.executeScript({ target, func: documentInPage });
    return found?.result ?? null;
  };
  const before = documentNow().catch(() => null);
  const look = async (): Promise<void> => {
    const now = await documentNow().catch(() => null);
    if (now !== (await before)) reject(new Error('The page went elsewhere.'));
  };
  const onUpdated = (id: number, { status }: { status?: string }): void => {
    if (id === target.tabId && status !== undefined) void look();
  };
  const onRemoved = (id: number): void => {
    if (id === target.tabId) reject(new Error('Its tab is closed.'));
  };
  browser.tabs.onUpdated.addListener(onUpdated);
  browser.tabs.onRemoved.addListener(onRemoved);
  promise.catch(() => undefined);
  return {
    promise,
    stop() {
      browser.tabs.onUpdated.removeListener(onUpdated);
      browser.tabs.onRemoved.removeListener(onRemoved);
    },
  };
}

/** These run in the frame: they see nothing of this file. */
function documentInPage(): string | null {
  return (globalThis as PageScope).batonResource?.document ?? null;
}

function placeInPage(part: ResourcePart | null): Placed['place'] {
  const { batonResource } = globalThis as PageScope;
  if (batonResource === undefined || (part !== null && !batonResource.has(part))) return null;
  return { path: batonResource.path(), origin: globalThis.origin };
}

function runInPage(request: ResourceRequest): Promise<ResourceAnswer> | null {
  return (globalThis as PageScope).batonResource?.run(request) ?? null;
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
