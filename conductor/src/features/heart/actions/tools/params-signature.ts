import type { JsonObject, JsonValue } from '../../../../baa/json-value.ts';

/**
 * Params in the fewest tokens that still say names, types and what is optional: `{"text":string,"zone"?:string}`.
 * Empty where a tool takes none. What JSON Schema says beyond that is left to the schema itself.
 */
export function paramsSignature(schema: JsonObject): string {
  const properties = Object.entries(asObject(schema['properties']) ?? {});
  if (properties.length === 0) return '';
  const required = new Set(asArray(schema['required']));
  const fields = properties.map(([name, property]) => {
    const mark = required.has(name) ? '' : '?';
    return `${JSON.stringify(name)}${mark}:${typeText(property)}`;
  });
  return `{${fields.join(',')}}`;
}

function typeText(value: JsonValue): string {
  const schema = asObject(value);
  if (schema === null) return 'any';
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  const choices = asArray(schema['enum']).map((choice) => JSON.stringify(choice));
  if (choices.length > 0) return choices.join('|');
  const variants = [...asArray(schema['anyOf']), ...asArray(schema['oneOf'])].map(typeText);
  if (variants.length > 0) return variants.join('|');
  const type = schema['type'];
  if (type === 'object') return paramsSignature(schema) || 'object';
  if (type === 'array') return `[${typeText(schema['items'] ?? null)}]`;
  const types = (isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
  return types.join('|') || 'any';
}

function asObject(value: JsonValue | undefined): JsonObject | null {
  return typeof value === 'object' && value !== null && !isArray(value) ? value : null;
}

function asArray(value: JsonValue | undefined): readonly JsonValue[] {
  return isArray(value) ? value : [];
}

/** `Array.isArray` does not narrow readonly arrays. */
function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
