import { seenOf } from '../../../../../shared/lib/visible-text.ts';
import { dialectsOf } from './find-commands.ts';
import { asItIs, type MappedText, readingsOf } from './mapped-text.ts';
import { createPaths, type Places } from './paths.ts';
import { type RiskLevel, riskRules } from './risk-rules.ts';
import type { RoleCommands } from './role-commands.ts';
import { scanAssistant, waysToReadWords } from './scan-assistant.ts';
import { type Report, scanShell } from './scan-shell.ts';

/** What a text is given to. */
export interface RiskContext extends Places {
  /** A shell at its prompt, which runs it as it is, or an assistant, which reads it. */
  readonly worker: 'shell' | 'assistant';
  readonly platform: NodeJS.Platform;
}

/** One rule that the text meets, at the first place where it does. */
export interface RiskFinding {
  readonly rule: string;
  readonly level: RiskLevel;
  /** In the text as it was given. */
  readonly start: number;
  readonly end: number;
  /** What stands there, at most 200 characters of it. */
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
 * How much harm a text may do that is sent to a worker, by the rules of `risk-rules.v1.json`. It reads the text in every
 * way in which a shell or an assistant might: a quote, an unseen character or another way to write a letter never lowers
 * the level. Takes time in proportion to the text.
 */
export function scanRisk(text: string, context: RiskContext): Risk {
  const rules = riskRules();
  const found = new Map<string, RiskFinding>();
  const paths = createPaths(context, rules.sensitive);
  const dialects = dialectsOf(context.platform);
  const folder = context.folder === undefined ? undefined : paths.rooted(context.folder, undefined);
  const scan = { rules, paths, folder, dialects, isStrict: context.worker === 'shell' };

  const reportIn =
    (reading: MappedText): Report =>
    (id, span) => {
      const rule = rules.byId.get(id)?.rule;
      if (rule === undefined) throw new Error(`there is no rule ${id}`);
      const start = reading.startOf(span.start);
      const end = Math.max(start, reading.endOf(Math.max(span.start, span.end - 1)));
      const before = found.get(id);
      if (before !== undefined && before.start <= start) return;
      const match = text.slice(start, Math.min(end, start + MAX_MATCH));
      found.set(id, { rule: id, level: rule.level, start, end, match });
    };

  for (const reading of readingsOf(text)) {
    const report = reportIn(reading);
    scanTexts(reading.text, report);
    if (context.worker === 'shell') scanShell(reading.text, scan, report);
    else for (const way of waysToReadWords(reading)) scanAssistant(way.text, scan, reportIn(way));
  }
  if (seenOf(text).hidden > 0 || JOINED.test(text))
    reportIn(asItIs(text))('hides-itself', { start: 0, end: text.length });

  const findings = [...found.values()].toSorted((a, b) => a.start - b.start);
  return { level: worstOf(findings), findings };
}

/** A text as somebody is told it. */
export interface Told {
  readonly text: string;
  /** The folder of the shell that runs it; null: an assistant reads it. */
  readonly shell: string | null;
  /** Which commands the role of whoever is told it may be told to run; left out: any. */
  readonly held?: { readonly role: string; readonly commands: RoleCommands };
}

/** What a text may do, and whether a person says first that it is meant so. */
export type Scan = (told: Told) => Risk & { readonly asks: boolean };

/** What several texts may do, each by itself. */
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

function worstOf(found: readonly { readonly level: Risk['level'] }[]): Risk['level'] {
  return LEVELS[Math.max(0, ...found.map(({ level }) => LEVELS.indexOf(level)))] ?? 'low';
}

function scanTexts(text: string, report: Report): void {
  for (const { rule, text: pattern } of riskRules().all) {
    const found = pattern?.exec(text);
    if (found) report(rule.id, { start: found.index, end: found.index + found[0].length });
  }
}
