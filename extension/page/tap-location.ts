import { intercept, on } from './natives.ts';
import type { TapPort } from './tap-port.ts';

/**
 * Tells when a page changes its address without loading. A browser with the Navigation API says so itself, whichever way
 * the page took; in others the two calls that most pages make are seen.
 */
export function tapLocation({ post }: TapPort): void {
  const { navigation } = window as { readonly navigation?: object };
  // guard: every-move
  if (navigation) return on(navigation, 'currententrychange', () => post({ kind: 'location' }));
  const announce = (native: () => unknown): void => {
    native();
    post({ kind: 'location' });
  };
  intercept(History, 'pushState', announce);
  intercept(History, 'replaceState', announce);
}
