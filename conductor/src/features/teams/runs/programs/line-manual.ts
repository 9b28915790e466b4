import type { Tool } from '../../../heart/actions/feature.ts';

/** How a program writes calls: by lines that end with its key. The examples stand without one, so that no echo is a call. */
export function lineManual(tools: readonly Tool[], key: string): string {
  const listed = tools.map(
    ({ name, help, paramsSchema }) => `- ${name}: ${help} params: ${JSON.stringify(paramsSchema)}`,
  );
  return [
    '# How you call tools',
    'Where an MCP server named baton gives you these tools, with _ for each dot in a name, call them there alone. Otherwise:',
    'Write each call as one line of its own, unbroken, with nothing before it, then stop and wait: the result is the next thing that you are told, as a line that begins with __MPS_TOOL_RESULT__.',
    '__MPS_TOOL__ {"id":"t1","method":"…","params":{},"key":"<key>"}',
    'Give each call an id that you have not used. A long one may be written as base64: __MPS_TOOL__ base64:…',
    `Your key: ${key}`,
    ...listed,
  ].join('\n');
}
