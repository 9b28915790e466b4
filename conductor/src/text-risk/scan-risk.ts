import { seenOf } from '../../../shared/lib/visible-text.ts';
import { asItIs, type MappedText, readingsOf } from './mapped-text.ts';
import { type Places, sensitivePaths } from './paths.ts';
import { proseHints } from './prose-hints.ts';
import { rateShell, type ShellPlace } from './rate-shell.ts';
import type { RoleCommands } from './role-commands.ts';
import { type Report, scanProse, waysToReadWords } from './scan-prose.ts';
import type { ToldShell } from './told-shell.ts';

export type RiskLevel = 'low' | 'medium' | 'high';

/** Receiver of a text. */
export interface RiskContext extends Places {
  /** A shell at its prompt, which runs it as it is; null: an assistant, which reads it. */
  readonly shell: ShellPlace | null;
}

/** One rule that the text meets, at the first place where it does. */
export interface RiskFinding {
  /** Rule of a shell, or the id of a hint. */
  readonly rule: string;
  readonly level: RiskLevel;
  /** In the text as it was given. */
  readonly start: number;
  readonly end: number;
  /** Text at that place, at most 200 characters. */
  readonly match: string;
}

export interface Risk {
  readonly level: RiskLevel;
  /** In the order of their places. */
  readonly findings: readonly RiskFinding[];
}

const MAX_MATCH = 200;
const LEVELS = ['low', 'medium', 'high'] as const;
/** Joins or draws signs of other scripts; beside plain letters it parts them unseen. */
const JOINED = /[!-~][\u200C\u200D]|[\u200C\u200D][!-~]/u;

/**
 * How much harm a text may do that is sent to a worker. Told to a shell it is low only where all of it is known to be
 * harmless; else hints say why, and lower nothing. Told to an assistant it is prose, in which hints are all that there is.
 * Takes time in proportion to the text.
 */
export function scanRisk(text: string, context: RiskContext): Risk {
  const found = new Map<string, RiskFinding>();
  const take = (
    reading: MappedText,
    rule: string,
    level: RiskLevel,
    span: { start: number; end: number },
  ) => {
    const start = reading.startOf(span.start);
    const end = Math.max(start, reading.endOf(Math.max(span.start, span.end - 1)));
    const before = found.get(rule);
    if (before !== undefined && before.start <= start) return;
    const match = text.slice(start, Math.min(end, start + MAX_MATCH));
    found.set(rule, { rule, level, start, end, match });
  };

  const faults = context.shell === null ? null : rateShell(text, context.shell);
  for (const { rule, ...span } of faults ?? []) take(asItIs(text), rule, 'high', span);
  if (faults === null || faults.length > 0) {
    const paths = sensitivePaths(context);
    const reportIn =
      (reading: MappedText): Report =>
      (id, span) => {
        const level = proseHints().byId.get(id)?.hint.level;
        if (level === undefined) throw new Error(`there is no hint ${id}`);
        take(reading, id, level, span);
      };
    for (const reading of readingsOf(text))
      for (const way of waysToReadWords(reading))
        scanProse(way.text, paths, reportIn(way), faults !== null);
    if (seenOf(text).hidden > 0 || JOINED.test(text))
      reportIn(asItIs(text))('hides-itself', { start: 0, end: text.length });
  }
  const findings = [...found.values()].toSorted((a, b) => a.start - b.start);
  return { level: worstOf(findings), findings };
}

/** A text as somebody is told it. */
export interface Told {
  readonly text: string;
  /** The shell that runs it; null: an assistant reads it. */
  readonly shell: ToldShell | null;
  /** Which commands the role of whoever is told it may be told to run; left out: any. */
  readonly held?: { readonly role: string; readonly commands: RoleCommands };
}

/** Scans what a text may do, and whether a person must confirm it first. */
export type Scan = (told: Told) => Risk & { readonly asks: boolean };

/** Risks of several texts, each scanned by itself. */
export interface Risks {
  /** The worst of them. */
  readonly level: RiskLevel;
  /** The rules that they meet. */
  readonly rules: readonly string[];
  /** A person says first that it is meant so. */
  readonly asks: boolean;
}

export function risksOf(all: readonly Told[], scan: Scan): Risks {
  const found = all.map((told) => scan(told));
  const rules = found.flatMap(({ findings }) => findings.map(({ rule }) => rule));
  return {
    level: worstOf(found),
    rules: [...new Set(rules)],
    asks: found.some(({ asks }) => asks),
  };
}

function worstOf(found: readonly { readonly level: RiskLevel }[]): RiskLevel {
  return LEVELS[Math.max(0, ...found.map(({ level }) => LEVELS.indexOf(level)))] ?? 'low';
}
