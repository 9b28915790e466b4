import { HEARD_LIMIT_MS } from '../messages/tap-messages.ts';
import type { TapRules } from '../platforms/tap.ts';
import type { CredentialSigner } from './credential-signer.ts';
import { bodyText, getterOf, later, matches, restoreNatives, settle, unbound } from './natives.ts';
import type { SendGate } from './send-gate.ts';
import type { TapPort } from './tap-port.ts';

export const urlOf = getterOf<string>(Request, 'url');
export const methodOf = getterOf<string>(Request, 'method');
const headersOf = getterOf<Headers>(Request, 'headers');
const copyOf = unbound(Request, 'clone');
const eachHeader = unbound(Headers, 'forEach');
export const headerOf = unbound(Headers, 'get');
const SafeRequest = Request;

/** A request that matters: a copy to be looked at, and whether the page's own waits for a verdict. */
export interface Examined {
  readonly copy: Request;
  readonly isHeld: boolean;
}

/** Knows which requests matter, and announces them; what is told later refers to them by id. */
export interface RequestBook {
  /** What these arguments of `fetch` would request; null when that does not matter, or is no request. */
  readonly examine: (input: unknown, init: RequestInit | undefined) => Examined | null;
  /** Calls `told` once the request is announced, with its id. */
  readonly announce: <Result>(
    examined: Examined,
    told: (id: number) => Result | Promise<Result>,
  ) => Promise<Result>;
  /** Somebody listens, and so has heard of every request. */
  readonly heard: () => void;
  readonly respond: (id: number, status: number, header: (name: string) => string | null) => void;
}

export function makeRequestBook(
  { post }: TapPort,
  rules: TapRules,
  gate: SendGate,
  signer: CredentialSigner,
  keep: ((request: Request, headers: Headers) => void) | undefined,
): RequestBook {
  let requests = 0;
  let heard = 0;
  return {
    examine(input, init) {
      const copy = copyOfRequest(input, init);
      if (!copy) return null;
      const address = `${methodOf(copy)} ${urlOf(copy)}`;
      const isSend = matches(rules.send, address);
      return isSend || matches(rules.read, address)
        ? { copy, isHeld: isSend && gate.isArmed() }
        : null;
    },
    announce({ copy, isHeld }, told) {
      const headers = headersOf(copy);
      keep?.(copy, headers);
      let names = '';
      eachHeader(headers, (_value, name) => {
        names += `${name},`;
      });
      const announced = (body: string | null): ReturnType<typeof told> => {
        const id = ++requests;
        later(() => heard < id && restoreNatives(), HEARD_LIMIT_MS);
        post({
          kind: 'request',
          id,
          url: urlOf(copy),
          method: methodOf(copy),
          body,
          header_names: names,
          held: isHeld,
        });
        signer.sign(headerOf(headers, 'authorization'), (mac) =>
          post({ kind: 'credential', id, mac }),
        );
        return told(id);
      };
      return settle(bodyText(copy), announced, () => announced(null));
    },
    heard() {
      heard = requests;
    },
    respond: (id, status, header) =>
      post({
        kind: 'response',
        id,
        status,
        head: [header('content-type'), header('retry-after'), header('cf-mitigated')],
      }),
  };
}

/** Null also for a body that is a stream: looking would use it up. */
function copyOfRequest(input: unknown, init: RequestInit | undefined): Request | null {
  try {
    if (init?.body instanceof ReadableStream) return null;
    return new SafeRequest(copiedInput(input), init);
  } catch {
    return null; // The built-in refuses it as well, with its own error.
  }
}

/** What is a request is told by the built-in method: `instanceof` is the page's to change. */
function copiedInput(input: unknown): Request | string {
  try {
    return copyOf(input as Request);
  } catch {
    return String(input);
  }
}
