import type { PageSelectors } from '../platforms/platform.ts';
import { connectBothTaps, type PageEvent, type TapLink } from './connect-tap.ts';
import type { TaughtStorage } from './teach/taught-page.ts';
import { Teaching } from './teach/teaching.ts';

/** What only pages of any site need: scripts of the others are built without it. */
export interface AnySite {
  readonly connect: (onEvent: (event: PageEvent) => void, signal: AbortSignal) => TapLink;
  readonly teaching: (own: PageSelectors) => Promise<Teaching>;
}

/** The sockets are watched too, and a person may have taught what the page is. */
export function anySite(storage: TaughtStorage): AnySite {
  return {
    connect: connectBothTaps,
    async teaching(own) {
      const teaching = new Teaching(own, storage);
      await teaching.recall();
      return teaching;
    },
  };
}
