import type { JsonObject, JsonValue } from '../../../baa/json-value.ts';
import { alike, formsOf, withoutDots } from './text-forms.ts';

/** One value may be read in several ways by the program that gets it. */
export interface Readings {
  /** Texts that the value may be taken for. */
  readonly texts: readonly string[];
  /** The same of all that stands inside it, where it is a list or an object, each made `alike`. */
  readonly loose: readonly string[];
  /** true: the readings are not certain, see TextForms. */
  readonly evasive: boolean;
}

/** Longest text read, in characters. To read more in every way takes time in which nobody else has a turn. */
const LONGEST_READ = 32_768;

/**
 * Returns all that a param can be taken for. `name` goes into objects and lists by dots, as `options.path` or
 * `paths.0`; a param whose own name has dots is never certain. Null: there is no such param. A value that is no string
 * is read as its JSON.
 */
export function readingsOf(params: JsonObject, name: string): Readings | null {
  const values = valuesAt(params, name);
  if (values.length === 0) return null;
  const value = valueAt(params, name);
  const plain = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const strings = values.flatMap(stringsIn);
  // guard: long-params
  if (strings.reduce((sum, { length }) => sum + length, 0) > LONGEST_READ)
    return { texts: [plain], loose: [plain, ...strings].map(alike), evasive: true };
  const inside = strings.map(formsOf);
  const texts = typeof value === 'string' ? formsOf(value).texts : [plain];
  const all = [...texts, ...inside.flatMap((forms) => [...forms.texts, ...forms.others])].map(
    alike,
  );
  return {
    texts,
    loose: [...new Set([...all, ...all.map(withoutDots)])],
    evasive: value === undefined || values.length > 1 || inside.some(({ evasive }) => evasive),
  };
}

function valueAt(params: JsonObject, name: string): JsonValue | undefined {
  return name
    .split('.')
    .reduce<JsonValue | undefined>((value, part) => childOf(value, part), params);
}

/** Returns the values of a name, however it is divided: a param's own name may have dots. */
function valuesAt(value: JsonValue | undefined, name: string): JsonValue[] {
  const whole = childOf(value, name);
  const deeper = [...name.matchAll(/\./g)].flatMap(({ index }) => {
    const child = childOf(value, name.slice(0, index));
    return child === undefined ? [] : valuesAt(child, name.slice(index + 1));
  });
  return whole === undefined ? deeper : [whole, ...deeper];
}

function childOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  // The length of a list is no param.
  if (Array.isArray(value) && !/^\d+$/.test(name)) return undefined;
  return (value as JsonObject)[name];
}

/** Names within it too: a tool may be given files by their paths. */
function stringsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const names = Array.isArray(value) ? [] : Object.keys(value); // guard: names-inside
  return [...names, ...Object.values(value).flatMap((one: JsonValue) => stringsIn(one))];
}
