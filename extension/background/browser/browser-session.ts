import browser from 'webextension-polyfill';

const KEY = 'session';

/** Is this the first background since the browser was started? What is kept for a session ends with the browser. */
export async function isFirstOfSession(): Promise<boolean> {
  const kept = await browser.storage.session.get(KEY);
  if (kept[KEY] === true) return false;
  await browser.storage.session.set({ [KEY]: true });
  return true;
}
