import { randomBytes } from 'node:crypto';

/** The name that people know; it only leads to the web UI. It resolves to this machine everywhere, with all names below it. */
const KNOWN_NAME = 'baton.localhost';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** Unguessable beforehand, and short enough to be typed. 50 bits. */
const NAME_LENGTH = 10;

const NAME_BELOW = /^[a-z2-7]{10}\./;

/** Names of the conductor in a Host header, while it listens at a port. */
export interface OwnAddresses {
  /** Hosts for programs, extensions and the page that pairs. */
  readonly hosts: readonly string[];
  /** Host of the web UI in this run, and of nothing else. */
  readonly faceHost: string;
  /** Leads to the web UI. */
  readonly knownHost: string;
  /** Tells whether a run of the conductor may have had its web UI there. */
  readonly wasFace: (host: string) => boolean;
}

/**
 * Makes a name for the web UI of one run. Whoever listened at the port between two runs could leave scripts and pages at any
 * name that browsers asked for then; nobody but this run has ever answered for a new name.
 */
export function newFaceName(): string {
  return [...randomBytes(NAME_LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
}

/** The names that a conductor at that port answers to; a request with another Host is refused. */
export function ownAddresses(port: number, faceName: string): OwnAddresses {
  const knownHost = `${KNOWN_NAME}:${port}`;
  return {
    hosts: ['127.0.0.1', 'localhost'].map((name) => `${name}:${port}`),
    faceHost: `${faceName}.${knownHost}`,
    knownHost,
    wasFace: (host) => NAME_BELOW.test(host) && host.replace(NAME_BELOW, '') === knownHost,
  };
}
