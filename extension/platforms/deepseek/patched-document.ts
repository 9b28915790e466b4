import { at, isObject, listAt, textAt } from '../json-value.ts';

/**
 * The document that a reply's patches `{p?, o?, v}` edit (deepseek.md, Stream). Path and operation carry over
 * when left out, but never from a BATCH: what follows one uses the operation before it, and must name its
 * path. A patch that does not fit damages the document instead of guessing; a new snapshot heals it.
 */
export class PatchedDocument {
  #root: Record<string, unknown> = {};
  #path: string | null = null;
  #op: string | null = null;
  #damaged = false;

  get response(): unknown {
    return this.#root['response'];
  }

  get damaged(): boolean {
    return this.#damaged;
  }

  apply(patch: unknown): void {
    if (!isObject(patch)) this.#damaged = true;
    if (!isObject(patch) || !Object.hasOwn(patch, 'v')) return;
    const value = patch['v'];
    const path = textAt(patch, 'p');
    if (path === null && isObject(at(value, 'response'))) {
      this.#root = { response: at(value, 'response') };
      this.#path = null;
      this.#op = null;
      this.#damaged = false;
      return;
    }
    this.#path = path ?? this.#path;
    const op = textAt(patch, 'o') ?? this.#op ?? 'SET';
    if (this.#path === null) this.#damaged = true;
    else if (op === 'BATCH') {
      this.#batch(this.#path, value);
      this.#path = null;
    } else {
      this.#op = op;
      this.#edit(this.#path, op, value);
    }
  }

  /** Paths inside are relative; path and operation carry over inside alone. */
  #batch(base: string, patches: unknown): void {
    let path = '';
    let op = 'SET';
    if (!Array.isArray(patches)) this.#damaged = true;
    for (const patch of listAt({ patches }, 'patches')) {
      path = textAt(patch, 'p') ?? path;
      op = textAt(patch, 'o') ?? op;
      this.#edit(path === '' ? base : `${base}/${path}`, op, at(patch, 'v'));
    }
  }

  #edit(path: string, op: string, value: unknown): void {
    const names = path.split('/');
    const last = names.pop() ?? '';
    const parent = names.reduce<unknown>(childOf, this.#root);
    const fits = editIn(parent, last, op, value);
    // What else a response holds is for the page's own use.
    const matters = /^response(?:$|\/(?:fragments|status|auto_continue)(?:$|\/))/.test(path);
    if (!fits && matters) this.#damaged = true;
  }
}

function childOf(parent: unknown, name: string): unknown {
  return Array.isArray(parent) ? (parent as unknown[]).at(Number(name)) : at(parent, name);
}

/** False when the path leads nowhere, or the values do not go together. */
function editIn(parent: unknown, name: string, op: string, value: unknown): boolean {
  const next = edited(childOf(parent, name), op, value);
  if (next === NO_FIT) return false;
  if (Array.isArray(parent)) {
    const index = Number(name) < 0 ? parent.length + Number(name) : Number(name);
    if (!Number.isInteger(index) || index < 0 || index >= parent.length) return false;
    parent[index] = next;
    return true;
  }
  if (!isObject(parent) || name === '__proto__') return false;
  (parent as Record<string, unknown>)[name] = next;
  return true;
}

const NO_FIT = Symbol('the operation does not fit the value');

function edited(old: unknown, op: string, value: unknown): unknown {
  if (op === 'SET') return value;
  if (op !== 'APPEND') return NO_FIT;
  if (old === undefined || old === null) return value;
  if (typeof old === 'string') return typeof value === 'string' ? old + value : NO_FIT;
  if (!Array.isArray(old)) return NO_FIT;
  old.push(...(Array.isArray(value) ? (value as unknown[]) : [value]));
  return old;
}
