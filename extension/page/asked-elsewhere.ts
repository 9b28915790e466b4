import { SEEK_FOR_MS } from '../messages/tap-messages.ts';
import {
  bare,
  bodyText,
  getterOf,
  headersOf,
  later,
  matches,
  methodOf,
  nothing,
  originOf,
  settle,
  unbound,
  urlOf,
} from './natives.ts';
import { bodyIn } from './plain-request.ts';
import type { TapPort } from './tap-port.ts';

/**
 * Knows where else than at its own origin a page asks its model. A POST to another origin is read only where a person
 * let that; of any other no more is told than its origin, and that only if it holds the message that was just sent.
 */
export interface AskedElsewhere {
  readonly allow: (origins: readonly string[]) => void;
  /** Looks for this text, in its JSON form, in the requests of the next seconds. */
  readonly seek: (text: string) => void;
  readonly isAllowed: (request: Request) => boolean;
  /** A request that nobody watches is about to leave. */
  readonly pass: (request: Request, body: unknown) => void;
}

const headerOf = unbound(Headers, 'get');
const modeOf = getterOf<string>(Request, 'mode');
const holds = unbound(String, 'includes');
/** Never a file: to read one takes long. */
const MAY_HOLD_WORDS = /json|text\/plain/;
/** The message that is sought comes over a port: a page may have sent it by then. */
const SOUGHT_WITHIN_MS = 500;

export function askedElsewhere({ post }: TapPort): AskedElsewhere {
  const now = Date.now.bind(Date);
  const own = location.origin;
  let allowed: Record<string, boolean | undefined> = bare({});
  let sought = '';
  let soughtUntilMs = 0;

  const look = (text: string, origin: string): void => {
    later(() => {
      const isSought = sought && now() < soughtUntilMs && holds(text, sought);
      if (isSought) post({ kind: 'elsewhere', origin });
    }, SOUGHT_WITHIN_MS);
  };
  return {
    allow(origins) {
      allowed = bare({});
      for (let index = 0; index < origins.length; index += 1) {
        allowed[origins[index] as string] = true;
      }
    },
    seek(text) {
      sought = text;
      soughtUntilMs = now() + SEEK_FOR_MS;
    },
    isAllowed: (request) => methodOf(request) === 'POST' && !!allowed[originOf(urlOf(request))],
    pass(request, body) {
      const origin = originOf(urlOf(request));
      // What a page sends without being able to read the answer asks no model.
      const mayAsk = methodOf(request) === 'POST' && origin !== own && modeOf(request) === 'cors';
      if (!mayAsk) return;
      if (typeof body === 'string') return look(body, origin);
      // Made whole by the page before it was given to `fetch`.
      const type = headerOf(headersOf(request), 'content-type') ?? '';
      const copy = !body && matches(MAY_HOLD_WORDS, type) && bodyIn(request, null);
      if (copy) void settle(bodyText(copy as Request), (text) => look(text, origin), nothing);
    },
  };
}
