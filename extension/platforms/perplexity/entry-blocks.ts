import { applyStreamPatch, isRoot } from '../kit/apply-stream-patch.ts';
import { at, isObject, listAt, textAt } from '../kit/json-value.ts';

export interface EntryAnswer {
  readonly text: string;
  /** true: its block says that it is whole. */
  readonly isDone: boolean;
}

type Field = 'markdown_block' | 'workflow_block';

interface Block {
  root: unknown;
  isDamaged: boolean;
}

/**
 * The blocks of an entry, by what they are for: whole, in pieces, or as JSON patches. The answer is one of
 * the blocks that repeat it as markdown, else it stands among the steps of a workflow, between thoughts and
 * searches. A piece that does not fit damages its block instead of guessing.
 */
export class EntryBlocks {
  readonly #markdown = new Map<string, Block>();
  readonly #workflows = new Map<string, Block>();

  take(blocks: readonly unknown[]): void {
    for (const block of blocks) {
      const usage = textAt(block, 'intended_usage') ?? '';
      const markdown = at(block, 'markdown_block');
      if (isObject(markdown)) splice(this.#block('markdown_block', usage), markdown);
      const workflow = at(block, 'workflow_block');
      if (isObject(workflow)) install(this.#block('workflow_block', usage), workflow);
      const field = at(block, 'diff_block', 'field');
      if (field !== 'markdown_block' && field !== 'workflow_block') continue;
      for (const patch of listAt(block, 'diff_block', 'patches')) {
        apply(this.#block(field, usage), patch);
      }
    }
  }

  /** Null when there is none yet, or it cannot be told which text is it. */
  answer(): EntryAnswer | null {
    const usages = [...this.#markdown.keys()].filter((usage) => usage.includes('markdown'));
    // Were there several, each would be a part: then only the block for all of it will do.
    const candidates = usages.length === 1 ? [...usages, 'ask_text'] : ['ask_text'];
    for (const usage of candidates) {
      const block = this.#markdown.get(usage);
      const answer = block?.isDamaged === false ? markdownAnswer(block.root) : null;
      if (answer !== null) return answer;
    }
    return this.#markdown.size > 0 ? null : this.#workflowAnswer();
  }

  #workflowAnswer(): EntryAnswer | null {
    const blocks = [...this.#workflows.values()];
    const answers = blocks.flatMap(({ root }) => workflowAnswers(root));
    const [only] = answers;
    return answers.length === 1 && !blocks.some(({ isDamaged }) => isDamaged)
      ? (only ?? null)
      : null;
  }

  #block(field: Field, usage: string): Block {
    const blocks = field === 'markdown_block' ? this.#markdown : this.#workflows;
    const block = blocks.get(usage) ?? { root: null, isDamaged: false };
    blocks.set(usage, block);
    return block;
  }
}

function install(block: Block, root: unknown): void {
  block.root = root;
  block.isDamaged = !isObject(root);
}

/** A piece from the start replaces what was there; a later one overwrites by place. */
function splice(block: Block, piece: Readonly<Record<string, unknown>>): void {
  const offset = at(piece, 'chunk_starting_offset') ?? 0;
  if (offset === 0) {
    install(block, piece);
    return;
  }
  const before = listAt(block.root, 'chunks');
  const added = listAt(piece, 'chunks');
  if (typeof offset !== 'number' || offset > before.length) block.isDamaged = true;
  else {
    const after = before.slice(offset + added.length);
    block.root = { ...piece, chunks: [...before.slice(0, offset), ...added, ...after] };
  }
}

function apply(block: Block, patch: unknown): void {
  const path = at(patch, 'path');
  const after = applyStreamPatch(block.root, path, textAt(patch, 'op') ?? '', at(patch, 'value'));
  if (after === null) block.isDamaged = true;
  else if (isRoot(path)) install(block, after.root);
}

function markdownAnswer(block: unknown): EntryAnswer | null {
  // The answer comes last, with the citations numbered again; the pieces are what was there before.
  return answerFrom(block, 'answer', at(block, 'progress') === 'DONE');
}

function workflowAnswers(workflow: unknown): readonly EntryAnswer[] {
  return listAt(workflow, 'steps')
    .flatMap((step) => listAt(step, 'items'))
    .map((item) => at(item, 'payload', 'text_payload'))
    .filter((payload) => at(payload, 'variant') === 'answer')
    .flatMap((payload) => answerFrom(payload, 'text', at(payload, 'is_streaming') === false) ?? []);
}

function answerFrom(value: unknown, wholeName: string, isDone: boolean): EntryAnswer | null {
  const chunks = listAt(value, 'chunks').filter((chunk) => typeof chunk === 'string');
  const text = textAt(value, wholeName) || chunks.join('');
  return text === '' ? null : { text, isDone };
}
