import type { PageMessage, PageState } from '../../messages/page-messages.ts';
import type { CredentialBinding } from '../storage/tables.ts';

/**
 * The binding after a request of the page's was answered. 401 says the login is gone; whether a 403 means the
 * same only the adapter can read, and it says so through the page's problem.
 */
export function bindingAfterCapture(
  earlier: CredentialBinding | undefined,
  captured: Extract<PageMessage, { kind: 'page.captured' }>,
  now: number,
): CredentialBinding {
  const { answered, credential_fingerprint: fingerprint } = captured;
  const same = earlier?.credential_fingerprint === fingerprint;
  return {
    platform: captured.platform,
    credential_fingerprint: fingerprint,
    freshness: freshnessAfter(answered, earlier?.freshness ?? 'stale'),
    captured_at: same ? earlier.captured_at : now,
    last_seen_at: now,
  };
}

function freshnessAfter(
  answered: number | null,
  before: CredentialBinding['freshness'],
): CredentialBinding['freshness'] {
  if (answered === 401) return 'lost';
  if (answered !== null && answered >= 200 && answered < 300) return 'fresh';
  return before;
}

/** The binding after the site asked to log in, seen by a page or by a refused send. */
export function bindingAfterLogout(
  earlier: CredentialBinding | undefined,
  platform: string,
  now: number,
): CredentialBinding {
  return {
    platform,
    credential_fingerprint: earlier?.credential_fingerprint ?? null,
    captured_at: earlier?.captured_at ?? now,
    last_seen_at: now,
    freshness: 'lost',
  };
}

/**
 * Returns the login state that a page's state implies; null when nothing is new. A page that loaded again and works
 * lifts a loss: the person may have logged in. The next send shows whether they did.
 */
export function bindingAfterPage(
  earlier: CredentialBinding | undefined,
  state: PageState,
  loadedAnew: boolean,
  now: number,
): CredentialBinding | null {
  if (state.problem?.code === 'missing_credential') {
    return earlier?.freshness === 'lost' ? null : bindingAfterLogout(earlier, state.platform, now);
  }
  if (earlier?.freshness === 'lost' && loadedAnew && state.ready && state.problem === null) {
    return { ...earlier, freshness: 'stale', last_seen_at: now };
  }
  return null;
}
