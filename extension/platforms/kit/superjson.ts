import { isObject } from './json-value.ts';

/** superjson wraps values: `{json, meta}`. Anything else is itself. */
export function fromSuperjson(value: unknown): unknown {
  return isObject(value) && Object.hasOwn(value, 'json') ? value['json'] : value;
}
