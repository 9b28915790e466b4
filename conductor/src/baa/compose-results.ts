import type { ActionOutcome } from './action-outcome.ts';
import { headOf } from './cut-text.ts';
import { oneLine } from './one-line.ts';
import type { MalformedAction } from './parse-actions.ts';
import { readOn } from './shorten-result.ts';

/** One action and how it ended. */
export interface ActionReport {
  /** Index of the action in the reply, from 0. */
  readonly position: number;
  /** `target::tool`; null where the action could not be read. */
  readonly name: string | null;
  /** Id by which `conductor::artifact.read` finds text that is cut here. */
  readonly id: string;
  readonly outcome: ActionOutcome;
}

/** How long the message of results may be, and each of its parts. */
export interface ResultLimits {
  /** Longest body of one result, in UTF-16 units. Default 8,000. */
  readonly resultLength: number;
  /** Longest sum of all bodies, in UTF-16 units. Default 32,000. */
  readonly totalLength: number;
  /** Longest message, headings and all, in UTF-16 units; bodies give way to it, headings do not. Default: any. */
  readonly messageLength: number;
}

const DEFAULT_LIMITS: ResultLimits = {
  resultLength: 8_000,
  totalLength: 32_000,
  messageLength: Infinity,
};

/**
 * The one message that answers all actions of a reply, in the order of their positions (format:
 * docs/protocol/baa.md). `ref` is a short name of the delivery, for people who look for it. The same input makes the
 * same text. No result can end its own fence or be read as an action, even when an assistant quotes the message.
 */
export function composeResults(
  ref: string,
  reports: readonly ActionReport[],
  limits: Partial<ResultLimits> = {},
): string {
  const { resultLength, totalLength, messageLength } = { ...DEFAULT_LIMITS, ...limits };
  const ordered = reports.toSorted((a, b) => a.position - b.position);
  let bodies = totalLength;
  for (;;) {
    const message = composed(ref, ordered, resultLength, bodies);
    const excess = message.length - messageLength;
    if (excess <= 0 || bodies <= 0) return message;
    const { length } = ordered.map(({ outcome }) => outcome.text).join('');
    bodies = Math.max(0, Math.min(bodies, length) - excess);
  }
}

function composed(
  ref: string,
  ordered: readonly ActionReport[],
  resultLength: number,
  totalLength: number,
): string {
  const wanted = ordered.map(({ outcome }) => Math.min(outcome.text.length, resultLength));
  const share = fairShare(wanted, totalLength);
  const sections = ordered.map((report) => section(report, Math.min(resultLength, share)));
  return [`Baton results ${oneLine(ref)}`, ...sections].join('\n\n');
}

/** Answers a malformed action: where, why, and how to write it. */
export function malformedOutcome({ line, problem }: MalformedAction): ActionOutcome {
  const place = `Line ${problem.line}, column ${problem.column} of your message`;
  const extent =
    problem.lastLine > line
      ? `Lines ${line} to ${problem.lastLine} were not run.`
      : `Line ${line} was not run.`;
  return {
    ok: false,
    code: 'malformed_action',
    text: `${place}: ${problem.message}\n${extent} Write it again as @target::tool::{"param":value}.`,
  };
}

function section({ position, name, id, outcome }: ActionReport, limit: number): string {
  const subject = name === null ? '(unreadable)' : `@${oneLine(name)}`;
  const heading = `${position + 1}. ${subject} ${outcome.ok ? 'ok' : outcome.code}`;
  return `${heading}\n${fenced(id, outcome.text, outcome.ok ? outcome.format : 'text', limit)}`;
}

/** `text` in a fence that it cannot close. Fence and text together keep to `limit`, but for a few characters. */
function fenced(id: string, text: string, format: 'text' | 'json', limit: number): string {
  if (text === '') return '(empty)';
  const { length } = text;
  let shown = headOf(text, limit);
  const longestRun = Math.max(0, ...(shown.match(/`{3,}/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(Math.max(3, longestRun + 1)); // guard: results-fenced
  // A fence longer than usual is made of the text's own share: a text of nothing but backticks would triple.
  shown = headOf(shown, limit - 2 * (fence.length - 3));
  if (shown === '') return `(${length} characters, none shown; ${readOn(id, 0)})`;
  // What is cut is no longer JSON.
  const info = shown.length < length ? 'text' : format;
  const note =
    shown.length < length
      ? `\n(cut: ${shown.length} of ${length} characters shown; ${readOn(id, shown.length)})`
      : '';
  return `${fence}${info}\n${shown}\n${fence}${note}`;
}

/** The largest share such that, with no length over it, all lengths fit into `total`. */
function fairShare(lengths: readonly number[], total: number): number {
  let left = total;
  let waiting = lengths.length;
  for (const length of lengths.toSorted((a, b) => a - b)) {
    const share = Math.floor(left / waiting);
    if (length > share) return share;
    left -= length;
    waiting -= 1;
  }
  return Infinity;
}
