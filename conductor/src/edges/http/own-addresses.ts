/** The name of the web UI: it resolves to this machine everywhere, and no other local server gets its cookies. */
const FACE_NAME = 'baton.localhost';

/** What the conductor is called in a Host header, while it listens at a port. */
export interface OwnAddresses {
  /** Of programs, extensions and the page that pairs. */
  readonly hosts: readonly string[];
  /** Of the web UI, and of nothing else. */
  readonly faceHost: string;
}

/** The names that a conductor at that port answers to; a request with another Host is refused. */
export function ownAddresses(port: number): OwnAddresses {
  return {
    hosts: ['127.0.0.1', 'localhost'].map((name) => `${name}:${port}`),
    faceHost: `${FACE_NAME}:${port}`,
  };
}
