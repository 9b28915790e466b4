import browser from 'webextension-polyfill';

/** A tab that has not begun to load by then, and says so, does not: what was asked for is a place in the same page. */
const BEGINS_WITHIN_MS = 1_500;

type Status = 'loading' | 'complete';

/**
 * To be called before a tab is sent somewhere. For a moment the tab still says that it is complete: the page before, or in
 * Firefox the blank one that every tab begins with. So a load is over when one that began after now is.
 */
export function watchLoading(): {
  readonly done: (tabId: number, limitMs: number) => Promise<boolean>;
} {
  const heard = new Map<number, Status>();
  let look = (): void => undefined;
  const onUpdated = (tabId: number, { status }: { status?: string }): void => {
    if (status !== 'loading' && status !== 'complete') return;
    if (status === 'loading' || heard.has(tabId)) heard.set(tabId, status);
    look();
  };
  const onRemoved = (tabId: number): void => {
    heard.set(tabId, 'complete');
    look();
  };
  browser.tabs.onUpdated.addListener(onUpdated);
  browser.tabs.onRemoved.addListener(onRemoved);
  return {
    done: (tabId, limitMs) =>
      new Promise((resolve) => {
        const finish = (isLoaded: boolean): void => {
          clearTimeout(limit);
          clearTimeout(quiet);
          browser.tabs.onUpdated.removeListener(onUpdated);
          browser.tabs.onRemoved.removeListener(onRemoved);
          resolve(isLoaded);
        };
        const limit = setTimeout(() => finish(false), limitMs);
        let quiet: ReturnType<typeof setTimeout>;
        look = () => {
          clearTimeout(quiet);
          const status = heard.get(tabId);
          if (status === 'loading') return;
          quiet = setTimeout(() => {
            browser.tabs.get(tabId).then(
              (tab) => (tab.status === 'loading' ? onUpdated(tabId, tab) : finish(true)),
              () => finish(true),
            );
          }, BEGINS_WITHIN_MS);
          if (status !== 'complete') return;
          browser.tabs.get(tabId).then(
            ({ url }) => {
              // One whose address is not told may be the blank one, with the page still to come.
              if (url !== undefined && url !== 'about:blank') finish(true);
            },
            () => finish(true),
          );
        };
        look();
      }),
  };
}
