import browser, { type ExtensionTypes } from 'webextension-polyfill';

/** Firefox takes pictures of any tab, Chromium of the one in front of its window; both by leave for its page alone. */
export async function takePicture(tabId: number, format: 'png' | 'jpeg'): Promise<string | null> {
  const options = { format, ...(format === 'jpeg' && { quality: 80 }) };
  const isFirefox = 'captureTab' in browser.tabs;
  try {
    return await (isFirefox
      ? browser.tabs.captureTab(tabId, options)
      : pictureOfFront(tabId, options));
  } catch {
    return null; // It was not given leave.
  }
}

/** The browser says only of a window what to take: another tab may have come to its front meanwhile. */
async function pictureOfFront(
  tabId: number,
  options: ExtensionTypes.ImageDetails,
): Promise<string | null> {
  const before = await browser.tabs.get(tabId);
  if (!before.active || before.windowId === undefined) return null;
  let isStill = true;
  const onActivated = (info: { readonly windowId: number }): void => {
    if (info.windowId === before.windowId) isStill = false;
  };
  browser.tabs.onActivated.addListener(onActivated);
  try {
    const picture = await browser.tabs.captureVisibleTab(before.windowId, options);
    const after = await browser.tabs.get(tabId);
    return isStill && after.active && after.windowId === before.windowId ? picture : null;
  } finally {
    browser.tabs.onActivated.removeListener(onActivated);
  }
}
