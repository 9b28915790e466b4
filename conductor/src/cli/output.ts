import pc from 'picocolors';

import { ERROR_CODES, type ErrorCode } from '../../../shared/model/error-codes.ts';
import type { ApiError } from '../../../shared/api/operation.ts';
import { exitCodeOf } from './exit-codes.ts';
import { safeText, table, terminalJson } from './terminal-text.ts';

/** Where a command's words go. Standard output holds the answer and nothing else. */
export interface Output {
  readonly json: boolean;
  /** One line of a person's answer; own words only, others' go through `safeText` first. */
  say(line: string): void;
  /** `none` is said where there is no row. */
  table(heading: readonly string[], rows: readonly (readonly string[])[], none: string): void;
  /** The answer as one JSON document. */
  document(value: unknown): void;
  /** How things go, beside the answer. */
  note(line: string): void;
  readonly paint: typeof pc;
  readonly columns: number;
}

/** Ends the command with what went wrong. */
export class Failure extends Error {
  readonly exitCode: number;
  readonly error: ApiError;

  constructor(error: ApiError, exitCode: number = exitCodeOf(error)) {
    super(error.text);
    this.error = error;
    this.exitCode = exitCode;
  }
}

/** @param json Documents go to standard output as JSON, and texts for people are dropped. */
export function createOutput(json: boolean): Output {
  const columns = process.stdout.columns ?? 120;
  const paint = pc.createColors(pc.isColorSupported && process.stdout.isTTY === true);
  const write = (line: string): void => void process.stdout.write(`${line}\n`);
  return {
    json,
    columns,
    paint: { ...pc, ...paint },
    say: (line) => {
      if (!json) write(line);
    },
    table(heading, rows, none) {
      if (json) return;
      if (rows.length === 0) {
        write(none);
        return;
      }
      const [first = '', ...rest] = table(heading, rows, columns);
      write(paint.dim(first));
      for (const line of rest) write(line);
    },
    document: (value) => {
      if (json) write(terminalJson(value)); // guard: terminal-json
    },
    note: (line) => {
      if (!json) process.stderr.write(`${line}\n`);
    },
  };
}

/** Where the list's own words are for a browser. */
const OWN_REMEDIES: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'It uses another data folder than this command: name it with --data-dir.',
  final_message_timeout: 'The wait is over, the message goes on.',
};

/** Tells what failed, where, and what to do; with --json as an object. */
export function tellFailure({ error, exitCode }: Failure, json: boolean): void {
  const text = inOurTerms(error);
  const remedy = remedyFor(error.code, text);
  if (json) {
    const told = { ...error, text, ...(remedy !== null && { remedy }) };
    process.stderr.write(`${terminalJson({ error: told, exit_code: exitCode })}\n`);
    return;
  }
  const paint = pc.createColors(pc.isColorSupported && process.stderr.isTTY === true);
  process.stderr.write(`${paint.red('✗')} ${safeText(text, 'block')}\n`);
  if (remedy !== null) process.stderr.write(`  ${remedy}\n`);
}

/** Who writes a command knows nothing of the parts of a request. */
function inOurTerms({ text, field }: ApiError): string {
  const [, name] = /^(?:body|query|params)\.(.+)$/.exec(field ?? '') ?? [];
  return name !== undefined && text.startsWith(`${field}:`)
    ? `${name}${text.slice(field?.length)}`
    : text;
}

/** Null: the text itself says what to do. */
function remedyFor(code: ErrorCode, text: string): string | null {
  if (code === 'internal' || code === 'invalid_request') return null;
  const remedy = OWN_REMEDIES[code] ?? ERROR_CODES[code].remedy;
  return text.includes(remedy) ? null : remedy;
}

/** `5 min ago`, and the local time where it is longer ago than a day. */
export function ago(at: number, now: number = Date.now()): string {
  const seconds = Math.round((now - at) / 1_000);
  if (seconds < 0) return localTime(at);
  if (seconds < 60) return 'just now';
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h ago`;
  return localTime(at);
}

/** A time (epoch ms) in the local time zone, as `2026-01-31 09:05`. */
export function localTime(at: number): string {
  return new Date(at).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
}

/** Milliseconds as a person writes them: `90d`, `1h 30m`. */
export function inUnits(ms: number): string {
  const units = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1_000],
    ['ms', 1],
  ] as const;
  let left = ms;
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count === 0 ? [] : [`${count}${unit}`];
  });
  return parts.slice(0, 2).join(' ') || '0s';
}
