import { paramsSignature } from '../../heart/actions/feature.ts';
import type { DescribedTool } from './model-port.ts';

/** Longest manual, in UTF-16 units: beyond it tools have no help, and then no params. */
const MAX_LENGTH = 9_000;

/** Longest help of one tool. */
const MAX_HELP = 200;

const DESCRIBE = 'conductor::describe';

const HOW_TO_ASK = `@${DESCRIBE}::{"target":"…"} tells the params of the tools of a target.`;

const RULES = [
  '# How to call a tool',
  'To act, write a code block with the info string baa in your reply, one action per line, like this:',
  '```baa',
  '@target::tool::{"param":"value"}',
  '```',
  'An action is @target::tool, or @target::tool:: with its params as one JSON object. Do not guess results: they come with the next message. Without such a block your reply is the answer.',
  '',
  'You may use:',
] as const;

/** How a model that is a web chat is told of its tools; empty where it has none. */
export function chatManual(tools: readonly DescribedTool[]): string {
  if (tools.length === 0) return '';
  const whole = [...RULES, ...tools.map((tool) => `${callOf(tool)} ${helpOf(tool)}`.trimEnd())];
  const fitting = [whole, [...RULES, ...tools.map(callOf)]].find(isShort) ?? [
    ...RULES,
    ...namesOf(tools),
    ...(tools.some(({ name }) => name === DESCRIBE) ? ['', HOW_TO_ASK] : []),
  ];
  return fitting.join('\n');
}

function isShort(lines: readonly string[]): boolean {
  return lines.reduce((length, line) => length + line.length + 1, 0) <= MAX_LENGTH;
}

function namesOf(tools: readonly DescribedTool[]): string[] {
  const targets = Map.groupBy(tools, ({ name }) => name.slice(0, name.indexOf('::')));
  return [...targets].map(
    ([target, of]) =>
      `@${target}:: ${of.map(({ name }) => name.slice(target.length + '::'.length)).join(', ')}`,
  );
}

function callOf({ name, paramsSchema }: DescribedTool): string {
  const signature = paramsSignature(paramsSchema);
  return `@${name}${signature === '' ? '' : `::${signature}`}`;
}

function helpOf({ description }: DescribedTool): string {
  const [help = ''] = description.split('\n');
  return help.length > MAX_HELP ? `${help.slice(0, MAX_HELP - 1).trimEnd()}…` : help;
}
