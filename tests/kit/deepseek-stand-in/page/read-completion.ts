import * as z from 'zod/mini';
import type { TurnEvent } from '../../stand-in/page/page-site.ts';
import { readEvents } from '../../stand-in/page/read-events.ts';

type Json = z.infer<ReturnType<typeof z.json>>;

const readyShape = z.object({ request_message_id: z.number(), response_message_id: z.number() });
const hintShape = z.object({ type: z.string(), content: z.string() });
const patchShape = z.object({
  p: z.optional(z.string()),
  o: z.optional(z.string()),
  v: z.json(),
});
const batchShape = z.array(patchShape);
const responseShape = z.object({
  response: z.object({
    fragments: z.array(z.looseObject({ type: z.string(), content: z.optional(z.string()) })),
  }),
});

/** Rebuilds the document that patches edit, and tells what of it a person is shown. */
export async function* readCompletion(stream: Response): AsyncGenerator<TurnEvent> {
  let document: Json = {};
  let [path, operation] = ['', 'SET'];
  let answerId = '';
  for await (const { name, data } of readEvents(stream)) {
    const value: unknown = JSON.parse(data);
    if (name === 'ready') {
      const ready = readyShape.parse(value);
      answerId = String(ready.response_message_id);
      yield { type: 'question', messageId: String(ready.request_message_id) };
    } else if (name === 'hint') {
      const hint = hintShape.parse(value);
      if (hint.type === 'error') yield { type: 'error', text: hint.content };
    } else if (name === 'title') {
      yield { type: 'title', title: z.object({ content: z.string() }).parse(value).content };
    } else if (name === 'close') {
      return;
    } else if (name === '') {
      const { p, o, v } = patchShape.parse(value);
      if (p === undefined && responseShape.safeParse(v).success) document = v;
      else if (o === 'BATCH') {
        for (const each of batchShape.parse(v)) {
          document = edited(document, `${p}/${each.p}`.split('/'), each.o ?? 'SET', each.v);
        }
      } else {
        [path, operation] = [p ?? path, o ?? operation];
        document = edited(document, path.split('/'), operation, v);
      }
      const { fragments } = responseShape.parse(document).response;
      const answers = fragments.filter(({ type }) => type === 'RESPONSE');
      const text = answers.map(({ content }) => content ?? '').join('');
      yield text === '' ? { type: 'thinking' } : { type: 'answer', messageId: answerId, text };
    }
  }
  throw new Error('The connection was lost.');
}

function edited(at: Json, [segment, ...rest]: string[], operation: string, value: Json): Json {
  if (segment !== undefined) {
    if (Array.isArray(at)) {
      const index = Number(segment) < 0 ? at.length + Number(segment) : Number(segment);
      return at.with(index, edited(at[index] ?? null, rest, operation, value));
    }
    if (at === null || typeof at !== 'object') throw new Error('expected an object');
    return { ...at, [segment]: edited(at[segment] ?? null, rest, operation, value) };
  }
  if (operation === 'SET') return value;
  if (typeof at === 'string' && typeof value === 'string') return at + value;
  if (Array.isArray(at)) return [...at, ...(Array.isArray(value) ? value : [value])];
  throw new Error(`${operation} fits no such value`);
}
