/**
 * Which traffic the tap watches on a site, as data: it is decided in the page's realm, before anything of
 * the adapter can be asked, so it is coarse. The adapter judges what was watched. Requests are matched as
 * `METHOD address`.
 */
export interface TapRules {
  /** Requests that may be sends: observed with their answers, and held back while a delivery is armed. */
  readonly send: RegExp;
  /** Reads whose answer may be a conversation's history, of the site's own origin alone: their login may be used again. */
  readonly read: RegExp;
  /** Addresses of a WebSocket that may bring a reply. Messages are read, never held. Needs `tapFrames`. */
  readonly sockets: RegExp;
}

/**
 * Where nothing of the site is known: any POST to its own origin may be a send, and so may a read that brings something
 * along in its address; any read of it may be a history.
 */
export function tapOfAnySite({ origin }: Pick<Location, 'origin'>): TapRules {
  const own = escaped(origin);
  return {
    send: new RegExp(`^(POST ${own}/|GET ${own}/[^#]*[?])`), // guard: own-origin
    read: new RegExp(`^GET ${own}/`),
    sockets: /$^/,
  };
}

/** The addresses of its WebSockets and EventSources, at its own origin as well. */
export function socketsOfAnySite({ origin }: Pick<Location, 'origin'>): RegExp {
  return new RegExp(`^${escaped(origin).replace('http', '(http|ws)')}/`); // guard: own-sockets
}

function escaped(origin: string): string {
  return origin.replaceAll(/[.[\]]/g, '\\$&');
}
