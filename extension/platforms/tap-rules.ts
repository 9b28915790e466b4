/**
 * Which traffic the tap watches on a site, as data: it is decided in the page's realm, before anything of
 * the adapter can be asked, so it is coarse. The adapter judges what was watched.
 */
export interface TapRules {
  /** Requests that may be sends: observed with their answers, and held back while a delivery is armed. */
  readonly send: RequestRule;
  /** GETs whose JSON answer may be a conversation's history. Null: not needed, its path is known. */
  readonly read: RequestRule | null;
  /** Addresses of an EventSource that may bring a reply. */
  readonly eventSource: RegExp | null;
  /** Addresses of a WebSocket that may bring a reply. Its frames are read, never held. */
  readonly socket: RegExp | null;
  /** Where a bearer for history reads comes from, and the field of that JSON that holds it. */
  readonly bearer: { readonly path: string; readonly field: string } | null;
}

export interface RequestRule {
  readonly method: string;
  /** Matched against the path alone. */
  readonly path: RegExp;
  /** Requests to other origins count too: some sites call their model's host directly. */
  readonly crossOrigin: boolean;
}

const CHATGPT: TapRules = {
  send: {
    method: 'POST',
    path: /^\/backend-(?:api|anon)\/(?:f\/)?conversation(?:\/resume)?$/,
    crossOrigin: false,
  },
  read: null,
  eventSource: null,
  socket: /^wss:\/\/(?:[\w-]+\.)*chatgpt\.com\//,
  bearer: { path: '/api/auth/session', field: 'accessToken' },
};

const GENERIC: TapRules = {
  send: { method: 'POST', path: /^/, crossOrigin: true },
  read: { method: 'GET', path: /[\w-]{6,}/, crossOrigin: false },
  eventSource: /^https?:/,
  socket: null,
  bearer: null,
};

export function tapRulesFor(hostname: string): TapRules {
  return hostname === 'chatgpt.com' ? CHATGPT : GENERIC;
}
