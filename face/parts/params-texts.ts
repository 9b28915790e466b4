import type { Field, JsonObject, JsonValue, Limits } from './params-fields.ts';

/** Texts of the fields, by name; null: the param is left out. */
export type FieldTexts = ReadonlyMap<string, string | null>;

export type FieldFault =
  | 'needed'
  | 'not_number'
  | 'not_integer'
  | 'not_json'
  | 'too_small'
  | 'too_large'
  | 'too_short'
  | 'too_long';

export function textsOf(fields: readonly Field[], params: JsonObject): FieldTexts {
  return new Map(
    fields.map((field) => {
      const value = Object.hasOwn(params, field.name) ? params[field.name] : undefined;
      return [field.name, value === undefined ? null : textOf(field, value)];
    }),
  );
}

/** The params that the fields say, or what is wrong with them by name. */
export function paramsOf(
  fields: readonly Field[],
  texts: FieldTexts,
): { readonly params: JsonObject | null; readonly faults: ReadonlyMap<string, FieldFault> } {
  const faults = new Map<string, FieldFault>();
  const entries: [string, JsonValue][] = [];
  for (const field of fields) {
    const text = texts.get(field.name) ?? null;
    if (text === null) {
      if (field.needed) faults.set(field.name, 'needed');
      continue;
    }
    const read = valueOf(field, text);
    if ('fault' in read) faults.set(field.name, read.fault);
    else entries.push([field.name, read.value]);
  }
  return { params: faults.size === 0 ? Object.fromEntries(entries) : null, faults };
}

/** Returns the first text of a field when a person adds a param that was left out. */
export function firstText({ kind, choices }: Field): string {
  if (kind === 'boolean') return 'true';
  if (kind === 'choice') return JSON.stringify(choices[0]);
  return kind === 'json' ? 'null' : '';
}

function textOf({ kind }: Field, value: JsonValue): string {
  if (kind === 'text') return String(value as string);
  if (kind === 'list') return (value as JsonValue[]).map(String).join('\n');
  return kind === 'json' ? JSON.stringify(value, null, 2) : JSON.stringify(value);
}

type Read = { readonly value: JsonValue } | { readonly fault: FieldFault };

function valueOf(field: Field, text: string): Read {
  switch (field.kind) {
    case 'text':
      if (text.length < (field.limits.shortest ?? 0)) return { fault: 'too_short' };
      if (text.length > (field.limits.longest ?? Infinity)) return { fault: 'too_long' };
      return { value: text };
    case 'number':
    case 'integer':
      return numberOf(field.kind, text, field.limits);
    case 'list':
      return elementsOf(field, text);
    case 'boolean':
    case 'choice':
    case 'json':
      return jsonOf(text);
  }
}

function numberOf(kind: 'number' | 'integer', text: string, { least, most }: Limits): Read {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) return { fault: 'not_number' };
  if (kind === 'integer' && !Number.isSafeInteger(value)) return { fault: 'not_integer' };
  if (value < (least ?? -Infinity)) return { fault: 'too_small' };
  return value > (most ?? Infinity) ? { fault: 'too_large' } : { value };
}

function elementsOf({ items, limits }: Field, text: string): Read {
  const lines = text === '' ? [] : text.split('\n').filter((line) => line !== '');
  if (items === null || items === 'text') return { value: lines };
  const values: JsonValue[] = [];
  for (const line of lines) {
    const read = numberOf(items, line, { ...limits, least: null, most: null });
    if ('fault' in read) return read;
    values.push(read.value);
  }
  return { value: values };
}

function jsonOf(text: string): Read {
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch {
    return { fault: 'not_json' };
  }
}
