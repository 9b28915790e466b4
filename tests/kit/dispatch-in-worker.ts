import type { TestBrowser } from './browsers.ts';

/**
 * Has Chromium's service worker hear an event as if a person had caused it: a driver presses no key of the browser's
 * own, and opens no menu of it. Firefox lets nobody do so.
 */
export async function dispatchInWorker(
  { browser, extensionOrigin }: TestBrowser,
  event: 'contextMenus.onClicked' | 'commands.onCommand',
  args: readonly unknown[],
): Promise<void> {
  const target = await browser.waitForTarget(
    (each) => each.type() === 'service_worker' && each.url().startsWith(extensionOrigin),
  );
  const worker = await target.worker();
  if (worker === null) throw new Error('The service worker does not run.');
  await worker.evaluate(
    (path, given) => {
      const [api = '', name = ''] = path.split('.');
      const { chrome } = globalThis as unknown as {
        chrome: Record<string, Record<string, { dispatch: (...all: unknown[]) => void }>>;
      };
      chrome[api]?.[name]?.dispatch(...given);
    },
    event,
    args,
  );
}
