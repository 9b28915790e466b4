import { BRIEFING_BEGINS } from '../../../../baa/briefing-lines.ts';
import type { TargetView } from './manual.ts';

/** Fits the composer of any site, with room for what a person adds. */
const MAX_LENGTH = 1_800;

/** Names of one target's tools; the rest it is told of when it asks. */
const MAX_NAMES = 12;

const MAX_TARGETS = 20;

/**
 * The words by which a person tells an assistant how to act. The example is harmless: an assistant that repeats it word
 * for word is not asked about it.
 */
export function briefingText(views: readonly TargetView[]): string {
  const lines = views
    .filter(({ tools, down }) => down !== null || tools.some(({ decision }) => decision !== 'deny'))
    .map(lineOf);
  const rules: string[] = [...RULES];
  for (const [index, line] of lines.entries()) {
    const left = lines.length - index;
    const isFull =
      index === MAX_TARGETS || [...rules, line, more(left)].join('\n').length > MAX_LENGTH;
    if (isFull) return [...rules, more(left), ...END].join('\n');
    rules.push(line);
  }
  return [...rules, ...END].join('\n');
}

const RULES = [
  BRIEFING_BEGINS,
  '```baa',
  '@conductor::describe',
  '```',
  'An action is @target::tool, or @target::tool::{"param":"value"} with its params as one JSON object. Do not guess results: I send them to you in my next message. Tools marked with ! ask me first.',
  '',
  'You may use:',
] as const;

const END = ['', 'Begin with @conductor::describe, which tells the params of every tool.'] as const;

function lineOf({ target, tools, down }: TargetView): string {
  if (down !== null) return `@${target}:: (not running now)`;
  const names = tools
    .filter(({ decision }) => decision !== 'deny')
    .map(({ tool, decision }) => `${tool.name}${decision === 'ask' ? '!' : ''}`);
  const rest = names.length - MAX_NAMES;
  return `@${target}:: ${names.slice(0, MAX_NAMES).join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
}

function more(count: number): string {
  return `and ${count} more ${count === 1 ? 'target' : 'targets'}`;
}
