import { at, parseJson } from '../kit/json-value.ts';
import type { TappedRequest } from '../platform.ts';
import { ownUrl } from '../kit/self-hosted.ts';
import { fromSuperjson } from '../kit/superjson.ts';

/** One call of the site's tRPC interface; several may share a request. */
export interface TrpcCall {
  readonly procedure: string;
  /** Which of the calls of the request it is; null: the request is this call alone, unbatched. */
  readonly index: number | null;
  readonly input: unknown;
}

const PATH = /\/trpc\/lambda\/([^/]+)$/;

/** The mutations of a request, as the batch link writes them: `{"0": {"json": input}, …}`. */
export function trpcCalls(request: TappedRequest): readonly TrpcCall[] {
  const url = ownUrl(request);
  const procedures = PATH.exec(url?.pathname ?? '')?.[1]?.split(/,|%2C/i);
  if (request.method !== 'POST' || request.body === null || procedures === undefined) return [];
  const isBatch = url?.searchParams.has('batch') === true;
  if (!isBatch && procedures.length > 1) return [];
  const body = parseJson(request.body);
  return procedures.map((procedure, index) => {
    const input = isBatch ? at(body, String(index)) : body;
    return { procedure, index: isBatch ? index : null, input: fromSuperjson(input) };
  });
}

/** Returns the outcome of one call: its data, or its error; undefined when the answer does not say. */
export function trpcOutcome(
  answer: unknown,
  index: number | null,
): { data?: unknown; error?: unknown } {
  const list: readonly unknown[] = Array.isArray(answer) ? answer : [];
  const own = index === null ? answer : list[index];
  const error = fromSuperjson(at(own, 'error'));
  return error === undefined ? { data: fromSuperjson(at(own, 'result', 'data')) } : { error };
}
