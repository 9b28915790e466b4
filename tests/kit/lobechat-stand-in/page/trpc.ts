import * as z from 'zod/mini';
import { SiteRefusal } from '../../stand-in/page/page-site.ts';

const outcomeShape = z.tuple([
  z.object({
    result: z.optional(z.object({ data: z.object({ json: z.unknown() }) })),
    error: z.optional(z.object({ json: z.object({ message: z.string() }) })),
  }),
]);

export async function query(name: string, input: object): Promise<unknown> {
  const asked = encodeURIComponent(JSON.stringify({ 0: wrapped(input) }));
  return outcomeOf(await fetch(`/trpc/lambda/${name}?batch=1&input=${asked}`));
}

export async function mutate(name: string, input: object, signal?: AbortSignal): Promise<unknown> {
  const answer = await fetch(`/trpc/lambda/${name}?batch=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ 0: wrapped(input) }),
    ...(signal && { signal }),
  });
  return outcomeOf(answer);
}

/** As superjson writes it: what is undefined stands there as null, and is told apart beside it. */
function wrapped(input: object): object {
  const missing = Object.entries(input).filter(([, value]) => value === undefined);
  const nulls = Object.fromEntries(missing.map(([name]) => [name, null]));
  const values = Object.fromEntries(missing.map(([name]) => [name, ['undefined']]));
  return { json: { ...input, ...nulls }, ...(missing.length > 0 && { meta: { values, v: 1 } }) };
}

async function outcomeOf(answer: Response): Promise<unknown> {
  const [{ result, error }] = outcomeShape.parse(await answer.json());
  if (result === undefined) throw new SiteRefusal(error?.json.message ?? 'No answer.');
  return result.data.json;
}
