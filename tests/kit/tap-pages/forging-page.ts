import { FORGERIES } from './forged-answers.ts';
import { startTaps } from './tapped-page.ts';

const taps = startTaps();
const GIVE_UP_MS = 5_000;

declare global {
  interface Window {
    /** Tries one, says a last thing honestly, and gives as JSON all that the tap told until that was told whole. */
    forge?: (name: string) => Promise<string>;
  }
}

window.forge = async (name) => {
  const from = taps.told.length;
  const sends = (): Promise<Response> => fetch('/say?n=real', { method: 'POST', body: 'real' });
  const attempt = Promise.resolve(FORGERIES[name]?.(sends)).catch(() => null);
  // The page may have broken what it waits for itself.
  await Promise.race([attempt, new Promise((resolve) => setTimeout(resolve, GIVE_UP_MS))]);
  const last = `/last?of=${encodeURIComponent(name)}`;
  await (await fetch(last, { method: 'POST', body: '' })).text();
  await taps.until((told) => {
    const request = told.find((it) => it.kind === 'request' && it.url.endsWith(last));
    return told.some(
      (it) => it.kind === 'end' && it.id === (request as { readonly id?: number } | undefined)?.id,
    );
  });
  return JSON.stringify(taps.told.slice(from));
};
