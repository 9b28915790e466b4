import * as z from 'zod';

import { oneLine } from '../../../../../baa/one-line.ts';
import type { PolicyDecision } from '../../../policy/feature.ts';
import type { JudgedTool, Manual, TargetView } from '../manual.ts';
import { paramsSignature } from '../params-signature.ts';
import {
  defineTool,
  failed,
  jsonResult,
  textResult,
  type Tool,
  type ToolOutcome,
} from '../tool.ts';
import { unknownTool } from '../unknown-tool.ts';

const RULES = [
  'To act, write a top-level code block with the info string baa, one action per line:',
  '@target::tool::{"param":value}',
  'Params are one JSON object and may span lines; write @target::tool when there are none.',
  'Results come back in one message, in order. An unreadable action comes back with its line and why: write it again.',
  'Below: target, then its tools. "x"? = optional; ! = a person is asked first.',
].join('\n');

/** Length of a tool's help in the overview: enough to choose by. */
const SHORT_HELP_LENGTH = 72;

const MAX_REASON_LENGTH = 200;

/** Length of a tool's params in the overview; the rest is in the tool's schema. */
const MAX_SIGNATURE_LENGTH = 240;

const TELLS: Readonly<Record<PolicyDecision, string>> = {
  run: 'it runs',
  ask: 'a person is asked first',
  deny: 'it is not allowed here',
};

/** `conductor::describe` */
export const describe = (manual: Manual): Tool =>
  defineTool({
    id: 'conductor::describe',
    params: z.strictObject({
      tool: z.string().max(300).optional().describe('One tool, as conductor::time'),
      target: z.string().max(128).optional().describe('One target, as mcp.files'),
    }),
    risk: 'low',
    harmless: true,
    help: "This manual, a target's part of it, or one tool with its JSON Schema.",
    run: async ({ tool, target }, { conversationKey }) => {
      if (tool !== undefined) {
        const id = tool.replace(/^@/, '');
        return describeTool(id, await manual.targets(conversationKey, id.split('::')[0]), () =>
          manual.targets(conversationKey),
        );
      }
      const only = target?.replace(/^@/, '').replace(/::$/, '');
      const views = await manual.targets(conversationKey, only);
      if (only === undefined) return told([RULES, ...views.map(part)].join('\n'), views);
      const [view] = views;
      if (view !== undefined) return told(part(view), views);
      const all = await manual.targets(conversationKey);
      const names = all.map((one) => one.target).join(', ');
      return failed('unknown_tool', `There is no target ${only}; there are ${names}.`);
    },
  });

/** Returns a text, and the quotes in it: words of servers on their tools, or on why they are down. */
function told(text: string, views: readonly TargetView[]): ToolOutcome {
  const quotes = views.flatMap(({ tools, down }) => [
    ...(down === null ? [] : [down]),
    ...tools.flatMap(({ tool }) => quotesOf(tool)),
  ]);
  return { ...textResult(text), quotes: quotes.join('\n') };
}

function quotesOf({ pin, help, cost, paramsSchema }: Tool): readonly string[] {
  return pin === undefined ? [] : [help, cost ?? '', JSON.stringify(paramsSchema)];
}

/** A target with its tools, one line each, in the fewest tokens that say what to write. */
function part({ target, tools, down }: TargetView): string {
  if (down !== null) return `@${target}:: is down: ${oneLine(down, MAX_REASON_LENGTH)}`;
  const lines = tools.filter(({ decision }) => decision !== 'deny').map(line);
  return lines.length === 0 ? `@${target}:: has no tools.` : [`@${target}::`, ...lines].join('\n');
}

function line({ tool: { name, paramsSchema, help, cost }, decision }: JudgedTool): string {
  const asks = decision === 'ask' ? '!' : '';
  const signature = oneLine(paramsSignature(paramsSchema), MAX_SIGNATURE_LENGTH);
  const costs = cost === null ? '' : ` (${oneLine(cost, SHORT_HELP_LENGTH)})`;
  return `${name}${asks} ${signature === '' ? '' : `${signature} `}${firstSentence(help)}${costs}`;
}

function firstSentence(help: string): string {
  const [sentence = ''] = oneLine(help, 1_000).split(/(?<=[.;])\s/);
  return oneLine(sentence.replace(/[.;]$/, ''), SHORT_HELP_LENGTH);
}

async function describeTool(
  id: string,
  views: readonly TargetView[],
  everything: () => Promise<readonly TargetView[]>,
): Promise<ToolOutcome> {
  const [view] = views;
  const found = view?.tools.find(({ tool }) => tool.id === id);
  if (found !== undefined) {
    const { tool, decision } = found;
    const { help, risk, readOnly, idempotent, cost, paramsSchema } = tool;
    const outcome = jsonResult({
      tool: tool.id,
      help: help.toWellFormed(),
      policy: TELLS[decision],
      risk,
      read_only: readOnly,
      idempotent,
      ...(cost !== null && { cost }),
      params: paramsSchema,
    });
    return { ...outcome, quotes: quotesOf(tool).join('\n') };
  }
  if (view !== undefined && view.down !== null) {
    return failed('tool_unavailable', `@${view.target} is down: ${view.down}`);
  }
  const all = await everything();
  const { code, text } = unknownTool(
    id,
    all.flatMap(({ tools }) => tools.map(({ tool }) => tool)),
  );
  return failed(code, text);
}
