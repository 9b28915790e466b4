import { intercept } from './natives.ts';
import type { TapPort } from './tap-port.ts';

/** Tells when a page changes its address without loading: no event exists for that. */
export function tapLocation({ post }: TapPort): void {
  const announce = (native: () => unknown): void => {
    native();
    post({ kind: 'location' });
  };
  intercept(History, 'pushState', announce);
  intercept(History, 'replaceState', announce);
}
