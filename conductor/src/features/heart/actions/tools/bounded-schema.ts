import type { JsonObject, JsonValue } from '../../../../baa/json-value.ts';

/** Nodes of a schema with its references written out, and of the data in it: so many take half a second. */
const MAX_NODES = 2_000;

/** Keywords whose value maps names to schemas: what stands in it are names, not keywords. */
const MAPS: readonly string[] = ['properties', '$defs', 'definitions', 'dependentSchemas'];

/** Keywords whose value is data. */
const DATA: readonly string[] = ['enum', 'const', 'default', 'examples', 'required'];

/**
 * Keywords that can take a validator for ever (a regular expression of the server, a comparison of each item with
 * each), and keywords that would refuse more without those. `$ref` is written out. The server itself judges these.
 */
const LEFT_OUT: readonly string[] = [
  'pattern',
  'patternProperties',
  'propertyNames',
  'format',
  'uniqueItems',
  'not',
  'if',
  'then',
  'else',
  'maxContains',
  'unevaluatedProperties',
  'unevaluatedItems',
  '$dynamicRef',
  '$recursiveRef',
  '$schema',
  '$id',
  '$defs',
  'definitions',
];

/**
 * A JSON Schema that is checked in time that grows with its size and the value's, whoever wrote it. It lets through
 * all that the given one lets through, and perhaps more. Throws where that cannot be made.
 */
export function boundedSchema(schema: JsonObject): JsonObject {
  let nodes = 0;

  function count(): void {
    nodes += 1;
    if (nodes > MAX_NODES) throw new RangeError('the schema is too large to be checked here');
  }

  function counted(data: JsonValue): JsonValue {
    count();
    if (typeof data === 'object' && data !== null) Object.values(data).forEach(counted);
    return data;
  }

  function expand(node: JsonValue, within: readonly string[]): JsonValue {
    count();
    if (isList(node)) return node.map((one) => expand(one, within));
    if (typeof node !== 'object' || node === null) return node;
    const $ref = node['$ref'];
    if (typeof $ref === 'string') {
      // One that leads to itself: anything may stand there.
      if (within.includes($ref)) return {};
      return expand(targetOf(schema, $ref), [...within, $ref]);
    }
    // Without its patterns it would refuse what they let through.
    const isOpen = 'patternProperties' in node;
    const kept = Object.entries(node).filter(
      ([key]) => !LEFT_OUT.includes(key) && !(isOpen && key === 'additionalProperties'),
    );
    return Object.fromEntries(
      // Of two that differ in what is left out here, both fit.
      kept.map(
        ([key, value]) => [key === 'oneOf' ? 'anyOf' : key, inside(key, value, within)] as const,
      ),
    );
  }

  function inside(key: string, value: JsonValue, within: readonly string[]): JsonValue {
    if (DATA.includes(key)) return counted(value);
    const isMap = typeof value === 'object' && value !== null && !isList(value);
    if (!MAPS.includes(key) || !isMap) return expand(value, within);
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, expand(one, within)] as const),
    );
  }

  return expand(schema, ['#']) as JsonObject;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** `#/$defs/x` and its like; what leads elsewhere lets anything through. */
function targetOf(root: JsonObject, ref: string): JsonValue {
  if (!ref.startsWith('#/')) return {};
  let found: JsonValue | undefined = root;
  for (const part of ref.slice(2).split('/')) {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return {};
    found = (found as Readonly<Record<string, JsonValue>>)[name];
  }
  return found ?? {};
}
