/** A param of a tool, as far as its schema says. All of it is a server's words. */
export interface SchemaRow {
  readonly name: string;
  readonly type: string;
  readonly needed: boolean;
  readonly help: string;
}

/** Params that are objects themselves are said down to this depth; below it stands only `object`. */
const DEEPEST = 3;

type Schema = Readonly<Record<string, unknown>>;

/** One row for each param, those of an object after it as `object.param`. */
export function schemaRows(schema: Schema, above = '', depth = 0): readonly SchemaRow[] {
  const properties = asSchema(schema['properties']);
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(properties).flatMap(([key, value]) => {
    const one = asSchema(value);
    const name = `${above}${key}`;
    const help = typeof one['description'] === 'string' ? one['description'] : '';
    const row = { name, type: typeOf(one), needed: required.includes(key), help };
    return depth + 1 < DEEPEST ? [row, ...schemaRows(one, `${name}.`, depth + 1)] : [row];
  });
}

function typeOf(schema: Schema): string {
  if (Array.isArray(schema['enum']))
    return schema['enum'].map((one) => JSON.stringify(one)).join(' | ');
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  const { type } = schema;
  if (type === 'array') return `${typeOf(asSchema(schema['items']))}[]`;
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return type.filter((one) => typeof one === 'string').join(' | ');
  for (const choice of ['anyOf', 'oneOf']) {
    const of = schema[choice];
    if (Array.isArray(of)) return [...new Set(of.map((one) => typeOf(asSchema(one))))].join(' | ');
  }
  return 'any';
}

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {};
}
