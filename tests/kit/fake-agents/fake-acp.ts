import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';

import { agent, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import { type AgentStep, ScriptReader } from './agent-script.ts';

/**
 * A coding agent that speaks the Agent Client Protocol and does what its script says. Started as a process:
 * `fake-acp.ts <script>`, as JSON.
 */
const reader = new ScriptReader(process.argv[2] ?? '{"rules":[]}');

const SESSION = 'session-1';
const LOOK_MS = 50;
const KEY = /\bkey\b\W{1,8}([2-9A-HJ-NP-Z]{4,8})\b/;
let key = '????';
let tools: string | null = null;

const after = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

function lineOf(call: Extract<AgentStep, { call: unknown }>['call']): string {
  const { as, ...asked } = call;
  const json = JSON.stringify(as === 'echo' ? asked : { ...asked, key });
  return `__MPS_TOOL__ ${as === 'base64' ? `base64:${Buffer.from(json).toString('base64')}` : json}`;
}

/** Returns the outcome of a call over MCP, in words. */
async function asked({
  name,
  params = {},
  patienceMs,
}: Extract<AgentStep, { mcp: unknown }>['mcp']): Promise<string> {
  const client = new Client({ name: 'fake', version: '1' });
  try {
    const transport = new StreamableHTTPClientTransport(new URL(tools ?? ''));
    await client.connect(transport as unknown as Parameters<typeof client.connect>[0]);
    const options = patienceMs === undefined ? {} : { timeout: patienceMs };
    return JSON.stringify(await client.callTool({ name, arguments: params }, undefined, options));
  } catch (cause) {
    return String(cause);
  } finally {
    await client.close();
  }
}

const program = agent({ name: reader.script.name })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: PROTOCOL_VERSION,
    agentCapabilities: { mcpCapabilities: { http: reader.script.mcpFile !== undefined } },
  }))
  .onRequest(methods.agent.session.new, ({ params: { mcpServers } }) => {
    const [server] = mcpServers;
    tools = server !== undefined && 'url' in server ? server.url : null;
    if (reader.script.mcpFile !== undefined) writeFileSync(reader.script.mcpFile, tools ?? '');
    return { sessionId: SESSION };
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const told = params.prompt.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    key = KEY.exec(told)?.[1] ?? key;
    const say = (text: string) =>
      client.notify(methods.client.session.update, {
        sessionId: SESSION,
        update: {
          sessionUpdate: 'agent_message_chunk',
          content: { type: 'text', text: `${text}\n` },
        },
      });
    for (const step of reader.stepsFor(told)) {
      if ('say' in step) await say(step.say);
      else if ('call' in step) await say(lineOf(step.call));
      else if ('draw' in step) await say(readFileSync(step.draw, 'utf8'));
      else if ('mcp' in step) await say(await asked(step.mcp));
      else if ('workMs' in step) await after(step.workMs);
      else if ('until' in step) while (!existsSync(step.until)) await after(LOOK_MS);
      else if ('silent' in step) await new Promise(() => undefined);
      else if ('ask' in step) {
        const { outcome } = await client.request(methods.client.session.requestPermission, {
          sessionId: SESSION,
          toolCall: {
            toolCallId: 'call-1',
            title: step.ask,
            ...(step.command !== undefined && { rawInput: { command: step.command } }),
          },
          options: [
            // As programs list them.
            { optionId: 'always', name: 'Always allow', kind: 'allow_always' },
            { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
            { optionId: 'no', name: 'Reject', kind: 'reject_once' },
          ],
        });
        await say(outcome.outcome === 'selected' && outcome.optionId === 'yes' ? 'Yes.' : 'No.');
      } else if ('exit' in step) process.exit(step.exit);
      else if ('ends' in step) return { stopReason: step.ends };
    }
    return { stopReason: 'end_turn' };
  })
  .onNotification(methods.agent.session.cancel, () => undefined);

program.connect(
  ndJsonStream(
    Writable.toWeb(process.stdout),
    Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
  ),
);
