import pc from 'picocolors';

import { ERROR_CODES, type ErrorCode } from '../../../shared/model/error-codes.ts';
import type { ApiError } from '../api/operation.ts';
import { exitCodeOf } from './exit-codes.ts';
import { safeText, table, terminalJson } from './terminal-text.ts';

/** Where a command's words go. Standard output holds the answer and nothing else. */
export interface Output {
  readonly json: boolean;
  /** One line of a person's answer; own words only, others' go through `safeText` first. */
  say(line: string): void;
  table(heading: readonly string[], rows: readonly (readonly string[])[]): void;
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
    table(heading, rows) {
      if (json) return;
      const [first = '', ...rest] = table(heading, rows, columns);
      write(paint.dim(first));
      for (const line of rest) write(line);
    },
    document: (value) => {
      if (json) write(terminalJson(value));
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
  if (json) {
    process.stderr.write(`${terminalJson({ error, exit_code: exitCode })}\n`);
    return;
  }
  const paint = pc.createColors(pc.isColorSupported && process.stderr.isTTY === true);
  process.stderr.write(`${paint.red('✗')} ${safeText(error.text, 'block')}\n`);
  const remedy = OWN_REMEDIES[error.code] ?? ERROR_CODES[error.code].remedy;
  if (error.code !== 'internal' && error.code !== 'invalid_request' && !error.text.includes(remedy))
    process.stderr.write(`  ${remedy}\n`);
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

export function localTime(at: number): string {
  return new Date(at).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
}

export function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  const power = count < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(count) / 3));
  const value = count / 1_000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`;
}
