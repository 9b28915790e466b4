import { HEARD_LIMIT_MS } from '../messages/tap-messages.ts';
import type { TapRules } from '../platforms/tap.ts';
import type { AskedElsewhere } from './asked-elsewhere.ts';
import type { CredentialSigner } from './credential-signer.ts';
import {
  bodyText,
  headersOf,
  later,
  matches,
  methodOf,
  restoreNatives,
  settle,
  unbound,
  urlOf,
} from './natives.ts';
import type { SendGate } from './send-gate.ts';
import type { TapPort } from './tap-port.ts';

export const eachHeader = unbound(Headers, 'forEach');
export const headerOf = unbound(Headers, 'get');

/** Knows which requests matter, and announces them; what is told later refers to them by id. */
export interface RequestRegistry {
  /** Whether a request waits for a verdict; null where it does not matter at all. */
  readonly examine: (request: Request) => boolean | null;
  /** One that does not matter is about to leave. */
  readonly pass: (request: Request, body: unknown) => void;
  /** Calls `told` once the request is announced, with its id. A body that is no text is read from a copy (`bodyIn`). */
  readonly announce: <Result extends Promise<unknown> | void>(
    request: Request,
    body: string | Request,
    isHeld: boolean,
    told: (id: number) => Result,
  ) => Result;
  /** Somebody listens, and so has heard of every request. */
  readonly heard: () => void;
  readonly respond: (id: number, status: number, header: (name: string) => string | null) => void;
}

export function makeRequestRegistry(
  { post }: TapPort,
  rules: TapRules,
  gate: SendGate,
  signer: CredentialSigner,
  keep: ((request: Request, headers: Headers) => void) | undefined,
  elsewhere?: AskedElsewhere,
): RequestRegistry {
  let requests = 0;
  let heard = 0;
  return {
    examine(request) {
      const address = `${methodOf(request)} ${urlOf(request)}`;
      const isSend = matches(rules.send, address) || elsewhere?.isAllowed(request) === true;
      return isSend || matches(rules.read, address) ? isSend && gate.isArmed() : null;
    },
    pass: (request, body) => elsewhere?.pass(request, body),
    announce<Result extends Promise<unknown> | void>(
      request: Request,
      body: string | Request,
      isHeld: boolean,
      told: (id: number) => Result,
    ): Result {
      const headers = headersOf(request);
      keep?.(request, headers);
      let names = '';
      eachHeader(headers, (_value, name) => {
        names += `${name},`; // guard: header-names-only
      });
      const announced = (text: string | null): Result => {
        const id = ++requests;
        later(() => heard < id && restoreNatives(), HEARD_LIMIT_MS);
        post({
          kind: 'request',
          id,
          url: urlOf(request),
          method: methodOf(request),
          body: text,
          header_names: names,
          held: isHeld,
        });
        signer.sign(headerOf(headers, 'authorization'), (mac) =>
          post({ kind: 'credential', id, mac }),
        );
        return told(id);
      };
      return typeof body === 'string'
        ? announced(body)
        : (settle(bodyText(body), announced, () => announced(null)) as Result);
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
