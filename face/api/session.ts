import { type ReadonlySignal, signal } from '@preact/signals';
import { openDB } from 'idb';

import type { ApiError } from '../../shared/api/operation.ts';
import { err, type Result } from '../../shared/lib/result.ts';
import { askRoute } from './ask.ts';
import { keepPageToken } from './page-token.ts';

/** What the conductor says of a session. Times in ms since 1970-01-01 UTC. */
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
  /** After a refusal, or a restart of the conductor: goes on by the key of this browser, where that is possible. */
  readonly renew: (error: ApiError) => Promise<boolean>;
  leave(): Promise<void>;
}

const KEYS = { name: 'ECDSA', namedCurve: 'P-256' } as const;

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

  /** Of many tabs one proves; the cookie that it gets is all tabs'. */
  async function prove(): Promise<boolean> {
    return navigator.locks.request('baton-session', async () => {
      const known = settle(await askRoute('GET', '/v1/face/session'));
      if (known.ok) return true;
      return known.error.code === 'face_proof_needed' && proveOnce();
    });
  }

  async function proveOnce(): Promise<boolean> {
    const key = await keptKey();
    const asked = await askRoute('GET', '/v1/face/challenge');
    if (key === null || !asked.ok) return false;
    const { challenge } = asked.value as { readonly challenge: string };
    const said = new TextEncoder().encode(`baton face proof\n${location.host}\n${challenge}`);
    const signed = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, said);
    const signature = base64url(new Uint8Array(signed));
    return settle(await askRoute('POST', '/v1/face/proofs', { signature })).ok;
  }

  async function renew(error: ApiError): Promise<boolean> {
    if (await prove()) return true;
    if (state.value.kind !== 'out') state.value = { kind: 'out', error };
    return false;
  }

  return {
    state,
    async begin() {
      const known = settle(await askRoute('GET', '/v1/face/session'));
      if (known.ok) return;
      const { error } = known;
      if (error.code === 'face_proof_needed' && (await prove())) return;
      state.value = { kind: 'out', error: error.code === 'unauthorized' ? null : error };
    },
    async enter(code) {
      const key = await newKey();
      const body = { code, ...(key && { key: key.shown }) };
      const entered = settle(await askRoute('POST', '/v1/face/sessions', body));
      if (entered.ok && key) await keep(key.secret);
      if (!entered.ok && state.value.kind !== 'in') {
        state.value = { kind: 'out', error: entered.error };
      }
      return entered.ok ? entered : err(entered.error);
    },
    renew(error) {
      renewing ??= renew(error).finally(() => (renewing = null));
      return renewing;
    },
    async leave() {
      await askRoute('DELETE', '/v1/face/session');
      state.value = { kind: 'out', error: null };
    },
  };
}

/** Null where this browser keeps nothing (a private window): the session then ends with the conductor's run. */
async function newKey(): Promise<{ secret: CryptoKey; shown: Partial<JsonWebKey> } | null> {
  try {
    const pair = await crypto.subtle.generateKey(KEYS, false, ['sign', 'verify']);
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey);
    return {
      secret: pair.privateKey,
      shown: {
        ...(kty !== undefined && { kty }),
        ...(crv !== undefined && { crv }),
        ...(x !== undefined && { x }),
        ...(y !== undefined && { y }),
      },
    };
  } catch {
    return null;
  }
}

const STORE = 'keys';

async function keep(secret: CryptoKey): Promise<void> {
  await database()
    .then((db) => db.put(STORE, secret, 'session'))
    .catch(() => undefined);
}

async function keptKey(): Promise<CryptoKey | null> {
  return database()
    .then((db) => db.get(STORE, 'session') as Promise<CryptoKey | undefined>)
    .then((key) => key ?? null)
    .catch(() => null);
}

function database(): ReturnType<typeof openDB> {
  return openDB('baton-face', 1, { upgrade: (db) => void db.createObjectStore(STORE) });
}

function base64url(bytes: Uint8Array): string {
  const said = btoa(String.fromCharCode(...bytes));
  return said.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
