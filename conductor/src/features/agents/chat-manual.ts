import { paramsSignature } from '../actions/feature.ts';
import type { DescribedTool } from './model-port.ts';

/** Longest manual, in UTF-16 units; beyond it tools are only named. */
const MAX_LENGTH = 9_000;

/** Longest help of one tool. */
const MAX_HELP = 200;

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
  const whole = [...RULES, ...tools.map(lineOf)].join('\n');
  if (whole.length <= MAX_LENGTH) return whole;
  const targets = Map.groupBy(tools, ({ name }) => name.slice(0, name.indexOf('::')));
  const names = [...targets].map(
    ([target, of]) =>
      `@${target}:: ${of.map(({ name }) => name.slice(target.length + '::'.length)).join(', ')}`,
  );
  const how = '@conductor::describe::{"target":"…"} tells the params of the tools of a target.';
  return [...RULES, ...names, '', how].join('\n');
}

function lineOf({ name, description, paramsSchema }: DescribedTool): string {
  const [help = ''] = description.split('\n');
  const short = help.length > MAX_HELP ? `${help.slice(0, MAX_HELP - 1).trimEnd()}…` : help;
  const signature = paramsSignature(paramsSchema);
  return `@${name}${signature === '' ? '' : `::${signature}`} ${short}`.trimEnd();
}
