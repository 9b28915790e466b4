import type { RequestRule, TapRules } from '../platforms/tap-rules.ts';
import type { CredentialSigner } from './credential-signer.ts';
import { bare, matches, SafeUrl, urlHref, urlOrigin, urlPath } from './natives.ts';
import type { TapPort } from './tap-port.ts';

/** What one request of the page is, whichever way it is made. */
export interface PageRequest {
  readonly url: URL;
  readonly method: string;
  /** Joined by commas, which no header name holds. */
  readonly headerNames: string;
  /** Stays in this realm: only its fingerprint is told. */
  readonly authorization: string | null;
}

export type Interest = 'send' | 'read' | null;

/** Announces requests to the content script, and knows which of them matter. */
export interface RequestBook {
  readonly interestIn: (request: PageRequest) => Interest;
  /** Announces a request; returns the id by which everything later refers to it. */
  readonly announce: (request: PageRequest, body: string | null, held: boolean) => number;
  readonly respond: (id: number, status: number, header: (name: string) => string | null) => void;
  readonly fail: (id: number) => void;
  readonly refusal: (id: number, body: string) => void;
}

export function makeRequestBook(
  port: TapPort,
  rules: TapRules,
  signer: CredentialSigner,
): RequestBook {
  let requests = 0;
  const post = port.post;
  return {
    interestIn(request) {
      if (fits(rules.send, request)) return 'send';
      return rules.read !== null && fits(rules.read, request) ? 'read' : null;
    },
    announce(request, body, held) {
      const id = ++requests;
      const { url, method, headerNames, authorization } = request;
      post(
        bare({
          kind: 'request',
          id,
          url: urlHref(url),
          method,
          body,
          header_names: headerNames,
          held,
        }),
      );
      signer.sign(authorization, (fingerprint) =>
        post(bare({ kind: 'credential', id, fingerprint })),
      );
      return id;
    },
    respond: (id, status, header) =>
      post(
        bare({
          kind: 'response',
          id,
          status,
          content_type: header('content-type') ?? '',
          retry_after: header('retry-after') ?? '',
          cf_mitigated: header('cf-mitigated') ?? '',
        }),
      ),
    fail: (id) => post(bare({ kind: 'failed', id })),
    refusal: (id, body) => post(bare({ kind: 'refusal', id, body })),
  };
}

const { origin } = location;

function fits(rule: RequestRule, request: PageRequest): boolean {
  const { url, method } = request;
  return (
    method === rule.method &&
    (rule.crossOrigin || urlOrigin(url) === origin) &&
    matches(rule.path, urlPath(url))
  );
}

/** The address a page would reach under this text; null when it is none. */
export function resolveUrl(address: string): URL | null {
  try {
    return new SafeUrl(address, document.baseURI);
  } catch {
    return null; // The page gets the built-in's own error for it.
  }
}
