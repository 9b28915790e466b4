import { randomUUID } from 'node:crypto';

import type { FrameOf, Unsent } from '../../shared/protocol/index.ts';
import type { Call } from '../calls/executor.ts';
import { answerWithin } from './answer-within.ts';
import type { WorkerPage } from './worker-page.ts';

export type Offer = Unsent<FrameOf<'resource.offer'>>;

/** Number of windows offered per act. */
const MAX_FOLLOWED = 3;
const LOAD_LIMIT_MS = 2_000;
const NAMED_WITHIN_MS = 2_000;

/** A window that a page opened, as a result tells of it. */
interface OpenedWindow {
  readonly url: string;
  /** Name of the resource, once the window works for the same chat. */
  readonly resource?: string;
  /** The chat may not work there: it was closed. */
  readonly not_allowed?: true;
}

interface Offered {
  readonly window: WorkerPage;
  readonly opener: Call;
  /** Resolves with its name; null: it is not taken. */
  readonly named: PromiseWithResolvers<string | null>;
}

/** Windows that pages open are offered to the conductor, which names them for the same chat or leaves them to be closed. */
export interface Popups {
  /** Tells of each; of one without an answer yet only its address. */
  follow(windows: readonly WorkerPage[], opener: Call): Promise<readonly OpenedWindow[]>;
  /** The conductor's answer. False: that window is not there any more. */
  answered(offerId: string, resourceId: string | null): boolean;
}

export function createPopups(deps: {
  readonly offer: (offer: Offer) => void;
  /** Why a page of that address is never held; null: it may be. */
  readonly unreachable: (url: string) => string | null;
  /** Lets the window work for its chat from now on. */
  readonly adopt: (resourceId: string, window: WorkerPage, opener: Call) => void;
}): Popups {
  const { offer, unreachable, adopt } = deps;
  const waiting = new Map<string, Offered>();

  async function followOne(window: WorkerPage, opener: Call): Promise<OpenedWindow> {
    const { page } = window;
    // It is blank before it goes to where it was opened for.
    const isThere = "location.href !== 'about:blank' && document.readyState !== 'loading'";
    await answerWithin(LOAD_LIMIT_MS, page.waitForFunction(isThere, { timeout: LOAD_LIMIT_MS }));
    const url = page.url().slice(0, 8_000);
    if (unreachable(url) !== null) {
      window.close();
      return { url, not_allowed: true };
    }
    const offerId = randomUUID();
    const named = Promise.withResolvers<string | null>();
    waiting.set(offerId, { window, opener, named });
    page.once('close', () => waiting.delete(offerId));
    offer({
      type: 'resource.offer',
      offer_id: offerId,
      chat_session_id: opener.chat_session_id,
      origin_kind: 'opened',
      opener_resource_id: opener.resource_id,
      url,
      // A site that the chat may not read says nothing of itself before that is known.
      title: null,
    });
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => late.resolve(undefined), NAMED_WITHIN_MS);
    const resource = await Promise.race([named.promise, late.promise]);
    clearTimeout(timer);
    if (resource === undefined) return { url };
    return resource === null ? { url, not_allowed: true } : { url, resource };
  }

  return {
    follow: (windows, opener) =>
      Promise.all(
        windows.map(async (window, at) => {
          if (at < MAX_FOLLOWED) return followOne(window, opener);
          window.close();
          return { url: window.page.url().slice(0, 8_000) };
        }),
      ),
    answered(offerId, resourceId) {
      const known = waiting.get(offerId);
      waiting.delete(offerId);
      if (known === undefined) return false;
      if (resourceId === null) known.window.close();
      else adopt(resourceId, known.window, known.opener);
      known.named.resolve(resourceId);
      return true;
    },
  };
}
