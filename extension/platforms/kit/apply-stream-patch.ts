import { at, isObject } from './json-value.ts';

/**
 * Edits a JSON document in place; gives it, or what stands in its place where the edit is of its root. The operations
 * are those that chat streams use: JSON Patch's add, replace and remove, and append and truncate for texts and lists.
 * Null when the path leads nowhere or the values do not go together; nothing is changed then.
 */
export function applyStreamPatch(
  root: unknown,
  path: unknown,
  op: string,
  value: unknown,
): { readonly root: unknown } | null {
  const names = namesIn(path);
  if (names === null) return null;
  // The root is a field of this, so that it is edited as every field is.
  const holder: Record<string, unknown> = { root };
  const [last, ...inner] = ['root', ...names].toReversed();
  const parent = inner.toReversed().reduce<unknown>(child, holder);
  const fits = editField(parent, last ?? '', op, value);
  return fits ? { root: holder['root'] } : null;
}

/** Tells whether a path, as streams write it, leads to the whole document. */
export function isRoot(path: unknown): boolean {
  return namesIn(path)?.length === 0;
}

/**
 * A path as streams write it: a JSON pointer (`/a/0`; the root is `` or `/`), one without its first slash, names with
 * dots (`a.b[0]`), or a list of names.
 */
function namesIn(path: unknown): readonly string[] | null {
  if (Array.isArray(path)) return path.map(String);
  if (typeof path !== 'string') return null;
  const bare = path.replace(/^\//, '');
  if (bare === '') return [];
  if (!path.includes('/')) return path.split(/[.[\]]+/).filter((name) => name !== '');
  return bare.split('/').map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function child(parent: unknown, name: string): unknown {
  return Array.isArray(parent) ? (parent[indexIn(parent, name)] as unknown) : at(parent, name);
}

/** Counted from the end where it is negative; NaN for what is no place in a list. */
function indexIn(list: readonly unknown[], name: string): number {
  if (name === '-') return list.length;
  const index = /^-?\d+$/.test(name) ? Number(name) : Number.NaN;
  return index < 0 ? list.length + index : index;
}

function editField(parent: unknown, name: string, op: string, value: unknown): boolean {
  if (Array.isArray(parent)) return editList(parent, indexIn(parent, name), op, value);
  if (!isObject(parent) || name === '__proto__') return false;
  const fields = parent as Record<string, unknown>;
  if (isRemoval(op)) return delete fields[name];
  const next = changed(Object.hasOwn(fields, name) ? fields[name] : undefined, op, value);
  if (next === NO_FIT) return false;
  fields[name] = next;
  return true;
}

function editList(list: unknown[], index: number, op: string, value: unknown): boolean {
  if (!(index >= 0 && index <= list.length)) return false;
  if (isRemoval(op)) return list.splice(index, 1).length === 1;
  if (op === 'add') return list.splice(index, 0, value).length === 0;
  const next = changed(list[index], op, value);
  if (next === NO_FIT) return false;
  list[index] = next;
  return true;
}

/** Gradio's name, and JSON Patch's. */
function isRemoval(op: string): boolean {
  return op === 'delete' || op === 'remove';
}

const NO_FIT = Symbol('the operation does not fit the value');

function changed(old: unknown, op: string, value: unknown): unknown {
  if (op === 'add' || op === 'replace') return value;
  if (op === 'truncate') return truncated(old, value);
  if (op !== 'append') return NO_FIT;
  if (old === undefined || old === null) return value;
  if (typeof old === 'string') return typeof value === 'string' ? old + value : NO_FIT;
  if (Array.isArray(old))
    return [...(old as unknown[]), ...(Array.isArray(value) ? value : [value])];
  return isObject(old) && isObject(value) ? { ...old, ...value } : NO_FIT;
}

function truncated(old: unknown, length: unknown): unknown {
  if (typeof length !== 'number') return NO_FIT;
  return typeof old === 'string' || Array.isArray(old) ? old.slice(0, length) : NO_FIT;
}
