import type { ResponseOf } from '../../shared/api/operations.ts';

export type JsonObject = ResponseOf<'getInstruction'>['params'];

export type JsonValue = JsonObject[string];

/** How one param is written by a person: what is none of the plain kinds is written as JSON. */
export type FieldKind = 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'list' | 'json';

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly needed: boolean;
  /** The tool's description: text of others. */
  readonly help: string;
  /** Options of a choice, and of a list of choices. */
  readonly choices: readonly JsonValue[];
  /** Kind of the elements of a list. */
  readonly items: 'text' | 'number' | 'integer' | null;
  readonly limits: Limits;
}

export interface Limits {
  readonly least: number | null;
  readonly most: number | null;
  readonly shortest: number | null;
  readonly longest: number | null;
}

/** The fields of a tool's schema, then what the params have beyond it. A param that its field cannot hold is JSON. */
export function fieldsOf(schema: JsonObject | null, params: JsonObject): readonly Field[] {
  const properties = objectAt(schema, 'properties');
  const needed = listAt(schema, 'required');
  const names = new Set([...Object.keys(properties), ...Object.keys(params)]);
  return [...names].map((name) => {
    const field = fieldOf(name, objectAt(properties, name), needed.includes(name));
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    return value === undefined || holds(field, value) ? field : { ...field, kind: 'json' };
  });
}

function fieldOf(name: string, schema: JsonObject, needed: boolean): Field {
  const items = objectAt(schema, 'items');
  const itemKind = kindOf(items);
  const isList = schema['type'] === 'array' && isPlainItem(itemKind);
  return {
    name,
    needed,
    kind: isList ? 'list' : kindOf(schema),
    help: typeof schema['description'] === 'string' ? schema['description'] : '',
    choices: isList ? [] : listAt(schema, 'enum'),
    items: isList ? itemKind : null,
    limits: {
      least: numberAt(schema, 'minimum'),
      most: numberAt(schema, 'maximum'),
      shortest: numberAt(schema, 'minLength'),
      longest: numberAt(schema, 'maxLength'),
    },
  };
}

function kindOf(schema: JsonObject): FieldKind {
  if (listAt(schema, 'enum').length > 0) return 'choice';
  const { type } = schema;
  if (type === 'string') return 'text';
  return type === 'number' || type === 'integer' || type === 'boolean' ? type : 'json';
}

function isPlainItem(kind: FieldKind): kind is 'text' | 'number' | 'integer' {
  return kind === 'text' || kind === 'number' || kind === 'integer';
}

/** A text area gives back every line end as a line feed, and a list has one element a line. */
function holds(field: Field, value: JsonValue): boolean {
  if (field.kind === 'choice') return field.choices.some((one) => same(one, value));
  if (field.kind !== 'list') return holdsOne(field.kind, value);
  const { items } = field;
  return (
    Array.isArray(value) &&
    items !== null &&
    value.every((one) => holdsOne(items, one) && isOneLine(one))
  );
}

function isOneLine(value: JsonValue): boolean {
  return value !== '' && !(typeof value === 'string' && value.includes('\n'));
}

function holdsOne(kind: FieldKind, value: JsonValue): boolean {
  if (kind === 'text') return typeof value === 'string' && !value.includes('\r');
  if (kind === 'boolean') return typeof value === 'boolean';
  if (kind === 'integer') return Number.isSafeInteger(value) && !Object.is(value, -0);
  if (kind === 'number') return typeof value === 'number' && !Object.is(value, -0);
  return true;
}

function same(a: JsonValue, b: JsonValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function objectAt(from: JsonObject | null, name: string): JsonObject {
  const value = from !== null && Object.hasOwn(from, name) ? from[name] : undefined;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function listAt(from: JsonObject | null, name: string): readonly JsonValue[] {
  const value = from !== null && Object.hasOwn(from, name) ? from[name] : undefined;
  return Array.isArray(value) ? value : [];
}

function numberAt(from: JsonObject, name: string): number | null {
  const value = Object.hasOwn(from, name) ? from[name] : undefined;
  return typeof value === 'number' ? value : null;
}
