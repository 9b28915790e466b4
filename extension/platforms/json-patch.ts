import { at, isObject } from './json-value.ts';

/**
 * Edits a JSON document in place, at a JSON pointer other than its root. The operations are those that chat
 * streams use: JSON Patch's add, replace and remove, and append and truncate for texts and lists. False when
 * the pointer leads nowhere or the values do not go together; nothing is changed then.
 */
export function editAt(root: unknown, pointer: string, op: string, value: unknown): boolean {
  const names = pointer.slice(1).split('/').map(unescapePointer);
  const last = names.pop();
  if (last === undefined) return false;
  const parent = names.reduce<unknown>(child, root);
  if (Array.isArray(parent)) return editList(parent, last, op, value);
  if (!isObject(parent) || last === '__proto__') return false;
  return editObject(parent as Record<string, unknown>, last, op, value);
}

function editObject(
  parent: Record<string, unknown>,
  name: string,
  op: string,
  value: unknown,
): boolean {
  if (op === 'remove') return delete parent[name];
  const next = edited(Object.hasOwn(parent, name) ? parent[name] : undefined, op, value);
  if (next === NO_FIT) return false;
  parent[name] = next;
  return true;
}

function editList(list: unknown[], name: string, op: string, value: unknown): boolean {
  const index = name === '-' ? list.length : Number(name);
  if (!Number.isInteger(index) || index < 0 || index > list.length) return false;
  if (op === 'add' || op === 'remove') {
    list.splice(index, op === 'remove' ? 1 : 0, ...(op === 'add' ? [value] : []));
    return true;
  }
  const next = edited(list[index], op, value);
  if (next === NO_FIT) return false;
  list[index] = next;
  return true;
}

const NO_FIT = Symbol('the operation does not fit the value');

function edited(old: unknown, op: string, value: unknown): unknown {
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

function child(parent: unknown, name: string): unknown {
  if (Array.isArray(parent)) return parent[Number(name)];
  return at(parent, name);
}

function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
