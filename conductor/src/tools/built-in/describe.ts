import * as z from 'zod';

import { paramsSignature } from '../params-signature.ts';
import { unknownTool } from '../unknown-tool.ts';
import { defineTool, jsonResult, textResult, type Tool } from '../tool.ts';

const RULES = [
  'To act, write a top-level code block with the info string baa, one action per line:',
  '@target::tool::{"param":value}',
  'Params are one JSON object and may span lines; write @target::tool when there are none. ("x"? = optional)',
  'Results come back in one message, in order. An unreadable action comes back with its line and why: write it again.',
].join('\n');

/** `conductor::describe` */
export const describe = defineTool({
  id: 'conductor::describe',
  params: z.strictObject({
    tool: z.string().max(300).optional().describe('One tool, as conductor::time'),
  }),
  risk: 'low',
  idempotent: true,
  help: "This manual, or one tool's JSON Schema.",
  run: ({ tool: id }, { tools }) => {
    if (id === undefined) return textResult([RULES, '', ...tools.map(manualLine)].join('\n'));
    const bareId = id.replace(/^@/, '');
    const tool = tools.find((known) => known.id === bareId);
    if (tool === undefined) return unknownTool(bareId, tools);
    const { help, risk, idempotent, paramsSchema } = tool;
    return jsonResult({ tool: tool.id, help, risk, idempotent, params: paramsSchema });
  },
});

function manualLine({ id, paramsSchema, help, risk }: Tool): string {
  const signature = paramsSignature(paramsSchema);
  const params = signature === '' ? '' : `::${signature}`;
  // Low risk goes without saying; the rest may wait for a person.
  const caution = risk === 'low' ? '' : ` (${risk} risk: may wait for approval)`;
  return `@${id}${params} - ${help}${caution}`;
}
