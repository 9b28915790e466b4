import * as z from 'zod/mini';

type Json = z.infer<ReturnType<typeof z.json>>;

const patchShape = z.object({ p: z.string(), o: z.string(), v: z.json() });
const deltaShape = z.object({
  c: z.optional(z.number()),
  p: z.optional(z.string()),
  o: z.optional(z.string()),
  v: z.json(),
});

/** Rebuilds the documents that a `delta_encoding v1` stream edits: one per channel. */
export class DeltaDocuments {
  readonly #documents = new Map<number, Json>();
  #channel = 0;
  #path = '';
  #operation = 'add';

  /** Applies one delta; returns the document it touched. */
  apply(delta: unknown): unknown {
    const { c, p, o, v } = deltaShape.parse(delta);
    this.#channel = c ?? this.#channel;
    this.#path = p ?? this.#path;
    this.#operation = o ?? this.#operation;
    const before = this.#documents.get(this.#channel) ?? null;
    const after =
      this.#operation === 'patch'
        ? patched(before, v)
        : edited(before, segmentsOf(this.#path), this.#operation, v);
    this.#documents.set(this.#channel, after);
    return after;
  }
}

function patched(document: Json, patches: Json): Json {
  if (!Array.isArray(patches)) throw new Error('a patch is a list');
  let result = document;
  for (const patch of patches) {
    const { p, o, v } = patchShape.parse(patch);
    result = edited(result, segmentsOf(p), o, v);
  }
  return result;
}

function edited(at: Json, [segment, ...rest]: string[], operation: string, value: Json): Json {
  if (segment !== undefined) {
    if (Array.isArray(at)) {
      const copy = [...at];
      copy[Number(segment)] = edited(copy[Number(segment)] ?? null, rest, operation, value);
      return copy;
    }
    const fields = fieldsOf(at);
    return { ...fields, [segment]: edited(fields[segment] ?? null, rest, operation, value) };
  }
  if (operation === 'add' || operation === 'replace') return value;
  if (operation !== 'append') throw new Error(`unknown operation ${operation}`);
  if (typeof at === 'string' && typeof value === 'string') return at + value;
  if (Array.isArray(at)) return [...at, ...(Array.isArray(value) ? value : [value])];
  return { ...fieldsOf(at), ...fieldsOf(value) };
}

function fieldsOf(value: Json): { [key: string]: Json } {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new Error('expected an object');
  }
  return value;
}

function segmentsOf(pointer: string): string[] {
  const segments = pointer.split('/').slice(1);
  return segments.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
