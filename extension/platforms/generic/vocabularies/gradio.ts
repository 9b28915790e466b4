import { applyStreamPatch } from '../../kit/apply-stream-patch.ts';
import { at, listAt, textAt } from '../../kit/json-value.ts';
import { toldFailure } from '../told-failure.ts';
import { ASIDE, textOfContent, type Vocabulary } from '../vocabulary.ts';

const KINDS = /^(?:process_\w+|estimation|progress|log|heartbeat|close_stream)$/;

/** The first message of a run holds its outputs whole, those after it changes of each, the last all again. */
export const gradio: Vocabulary = {
  name: 'gradio',
  evidence: 'npm @gradio/client 2.7.0 (2026-11), protocols sse_v2 to sse_v3',
  ends: 'mark',
  start() {
    /** Outputs by run; null where a change did not fit. */
    const runs = new Map<unknown, unknown[] | null>();
    let before = '';
    return (value) => {
      const kind = textAt(value, 'msg');
      // Many an envelope has words under this name.
      if (kind === null || !KINDS.test(kind)) return null;
      const run = at(value, 'event_id');
      const outputs = listAt(value, 'output', 'data');
      if (kind === 'process_completed') {
        if (at(value, 'success') !== true) return { error: at(value, 'output', 'error') ?? true };
        const answer = answerIn(outputs);
        runs.delete(run);
        // A function may answer with anything.
        const failure = answer === null ? toldFailure(at(value, 'output')) : null;
        if (failure !== null) return { error: failure };
        return answer === null ? ASIDE : { whole: () => answer, finished: true, over: true };
      }
      if (kind !== 'process_generating') return ASIDE;
      const known = runs.get(run);
      const now = known === undefined ? [...outputs] : changed(known, outputs);
      runs.set(run, now);
      const answer = now === null ? null : answerIn(now);
      if (known !== null && answer === null) return ASIDE;
      const text = grown(before, answer ?? '');
      before = answer ?? '';
      return { text, whole: () => answer };
    };
  },
};

/** Returns the text that an answer has more than before. */
function grown(before: string, answer: string): string {
  return answer.startsWith(before) ? answer.slice(before.length) : answer;
}

function changed(known: unknown[] | null, outputs: readonly unknown[]): unknown[] | null {
  if (known === null) return null;
  const next: unknown[] = [];
  for (const [index, changes] of outputs.entries()) {
    let found: { readonly root: unknown } | null = { root: known[index] ?? null };
    for (const change of Array.isArray(changes) ? (changes as unknown[]) : []) {
      const [op, path, value]: readonly unknown[] = Array.isArray(change) ? change : [];
      found = found && applyStreamPatch(found.root, path, String(op), value);
    }
    if (found === null) return null;
    next.push(found.root);
  }
  return next;
}

/** Returns the last answer of a chatbot, as messages or as pairs; else the only text there is. */
function answerIn(outputs: readonly unknown[]): string | null {
  for (const list of outputs.filter(Array.isArray)) {
    const last: unknown = (list as unknown[]).at(-1);
    if (Array.isArray(last) && last.length === 2) {
      const answer: unknown = last[1];
      if (typeof answer === 'string') return answer;
    }
    if (at(last, 'role') === 'assistant' && (at(last, 'metadata', 'title') ?? null) === null) {
      return textOfContent(at(last, 'content'));
    }
  }
  const texts = outputs.filter((output) => typeof output === 'string' && output !== '');
  return texts.length === 1 ? String(texts[0]) : null;
}
