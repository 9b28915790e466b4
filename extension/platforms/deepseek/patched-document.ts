import { applyStreamPatch } from '../kit/apply-stream-patch.ts';
import { at, isObject, listAt, textAt } from '../kit/json-value.ts';

/** JSON Patch's name of each operation that streams name otherwise. */
const OPERATIONS: Readonly<Record<string, string>> = { SET: 'replace', APPEND: 'append' };

/**
 * The document that a reply's patches `{p?, o?, v}` edit (site.md, Replies). Path and operation carry over
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
    if (!isObject(patch) || !Object.hasOwn(patch, 'v')) {
      // What is no patch may say that the reply failed. An empty one says nothing.
      this.#damaged ||= !isObject(patch) || Object.keys(patch).length > 0;
      return;
    }
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
    // What else a response holds is for the page's own use.
    const matters = /^response(?:$|\/(?:fragments|status|auto_continue)(?:$|\/))/.test(path);
    const after = applyStreamPatch(this.#root, path, OPERATIONS[op] ?? '', value);
    if (after === null && matters) this.#damaged = true;
  }
}
