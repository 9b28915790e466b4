import { apply, bare, intercept } from './natives.ts';
import type { TapPort } from './tap-port.ts';

/** Tells when a page changes its address without loading: no event exists for that. */
export function tapLocation(port: TapPort): void {
  const announce = (target: (...args: unknown[]) => void, self: unknown, args: unknown[]): void => {
    apply(target, self, args);
    port.post(bare({ kind: 'location' }));
  };
  intercept(History.prototype, 'pushState', announce);
  intercept(History.prototype, 'replaceState', announce);
}
