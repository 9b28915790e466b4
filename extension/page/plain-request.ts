import {
  bare,
  construct,
  get,
  methodOf,
  SafeProxy,
  SafeRequest,
  unbound,
  urlOf,
} from './natives.ts';
import { isStream, plainBody } from './plain-body.ts';

/** Request that these arguments of `fetch` ask for. */
export interface PlainRequest {
  /** The page cannot reach it, and so not change it: it is what is looked at, and what is sent. */
  readonly request: Request;
  /** Body argument, apart from one that another request brought along. */
  readonly body: BodyInit | null | undefined;
}

/** Reads each argument, and each member of `init`, once and in the order the built-in does; throws what that would. */
export function plainRequest(args: readonly unknown[]): PlainRequest {
  const init = args[1];
  let body: BodyInit | null | undefined;
  const handler = {
    get(target: object, name: PropertyKey): unknown {
      const value: unknown = get(target, name);
      return name === 'body' ? (body = isStream(value) ? value : plainBody(value)) : value;
    },
  };
  const isObject = typeof init === 'object' && init !== null;
  const asked = isObject ? [args[0], new SafeProxy(init, bare(handler))] : args;
  const request = construct(SafeRequest, asked) as Request;
  return { request, body };
}

const copyOf = unbound(Request, 'clone');

/** Returns the body of a request, or a copy of the request to read it from; to be called before it leaves. */
export function bodyIn(request: Request, body: BodyInit | null | undefined): string | Request {
  if (typeof body === 'string') return body;
  // Written a second time: to copy the stream that it became would take longer.
  if (body) return new SafeRequest(urlOf(request), bare({ method: methodOf(request), body }));
  return methodOf(request) === 'GET' ? '' : copyOf(request);
}
