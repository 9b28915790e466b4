import { type ReadonlySignal, signal } from '@preact/signals';

import type { ApiError } from '../../shared/api/operation.ts';
import { err, type Result } from '../../shared/lib/result.ts';
import { askRoute, isLocked } from './ask.ts';
import { keepPageToken } from './page-token.ts';

/** The conductor's answer about a session. Times in ms since 1970-01-01 UTC. */
export interface Entered {
  readonly session_id: string;
  readonly scope: 'watch' | 'answer' | 'full';
  readonly host: string;
  readonly boot_id: string;
  readonly version: string;
  readonly read_only: boolean;
  readonly now: number;
  /** Where the session is new. */
  readonly page_token?: string;
}

export type SessionState =
  | { readonly kind: 'opening' }
  /** A person has to sign in; `error` says why, where that is not simply the first time. */
  | { readonly kind: 'out'; readonly error: ApiError | null }
  | { readonly kind: 'in'; readonly entered: Entered };

export interface Session {
  readonly state: ReadonlySignal<SessionState>;
  /** Is there a session in this browser already? */
  begin(): Promise<void>;
  /** With the code of a link, or six digits. */
  enter(code: string): Promise<Result<Entered, ApiError>>;
  /** After a refusal: another tab may have signed in meanwhile. False: a person has to, as after a restart of the conductor. */
  readonly renew: () => Promise<boolean>;
  leave(): Promise<void>;
}

export function createSession(): Session {
  const state = signal<SessionState>({ kind: 'opening' });
  /** One at a time: many requests are refused at once. */
  let renewing: Promise<boolean> | null = null;

  function settle(answered: Result<unknown, ApiError>): Result<Entered, ApiError> {
    const entered = answered as Result<Entered, ApiError>;
    if (entered.ok && entered.value.page_token !== undefined)
      keepPageToken(entered.value.page_token);
    if (entered.ok) state.value = { kind: 'in', entered: entered.value };
    return entered;
  }

  async function renew(): Promise<boolean> {
    const known = settle(await askRoute('GET', '/v1/face/session'));
    if (!known.ok && isLocked(known.error) && state.value.kind !== 'out')
      state.value = { kind: 'out', error: known.error };
    return known.ok;
  }

  return {
    state,
    async begin() {
      const known = settle(await askRoute('GET', '/v1/face/session'));
      if (known.ok) return;
      const { error } = known;
      state.value = { kind: 'out', error: error.code === 'unauthorized' ? null : error };
    },
    async enter(code) {
      const entered = settle(await askRoute('POST', '/v1/face/sessions', { code }));
      if (entered.ok) forgetKnownName();
      if (!entered.ok && state.value.kind !== 'in') {
        state.value = { kind: 'out', error: entered.error };
      }
      return entered.ok ? entered : err(entered.error);
    },
    renew() {
      renewing ??= renew().finally(() => (renewing = null));
      return renewing;
    },
    async leave() {
      await askRoute('DELETE', '/v1/face/session');
      state.value = { kind: 'out', error: null };
    },
  };
}

/**
 * The name that people know may still show what another program left there while no conductor ran. What the conductor answers
 * has the browser forget that; from here, no script left there answers instead. Chromium forgets only by a request that may
 * take cookies along; it takes none of ours.
 */
function forgetKnownName(): void {
  const known = location.host.slice(location.host.indexOf('.') + 1);
  void fetch(`//${known}/`, { mode: 'no-cors', cache: 'no-store', credentials: 'include' }).catch(
    () => undefined,
  );
}
