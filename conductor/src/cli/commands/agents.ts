import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';

import { RUN_MODES } from '../../../../shared/api/agent-fields.ts';
import { command, duration, textOrStdin, usage, withContext } from '../command.ts';
import { type CommandContext, unwrap } from '../context.ts';
import { followRun, type Run, toldRun, waitForRun } from '../follow-run.ts';
import { safeText } from '../terminal-text.ts';

/** Commands of agents that are more than one operation. */
export function agentCommands(): readonly CommandUnknownOpts[] {
  return [runCommand(), putCommand(), logCommand()];
}

function runCommand(): CommandUnknownOpts {
  return command('run', 'give an agent a task')
    .argument('<agent>', 'its id')
    .argument('<text>', 'the task; - reads standard input')
    .option('--session <id>', 'in that conversation with it; without it a new one begins')
    .option('--model <model>', 'the model, as endpoint:model')
    .addOption(new Option('--run-mode <mode>', 'what it may do').choices(RUN_MODES))
    .option('--wait', 'wait, and print its answer')
    .option('--follow', 'print what it says and calls, as it does')
    .option('--timeout <time>', 'how long to wait', '10m')
    .action((agent, given, options) =>
      withContext(options, async (context) => {
        const { api, out } = context;
        const timeoutMs = duration('--timeout', options.timeout);
        const text = await textOrStdin(given);
        if (text.trim() === '') throw usage('text: is empty.', 'text');
        const session = options.session ?? (await open(context, agent, options));
        const sent = unwrap(
          await api.call(
            'sendMessage',
            { params: { id: session }, body: { text } },
            { idempotencyKey: randomUUID() },
          ),
        );
        const { job_id: run } = sent.job;
        const ended = await ending(context, { run, session }, options, timeoutMs);
        if (ended === null) {
          out.document({ run_id: run, session_id: session });
          out.say(`Begun: ${run}, in the conversation ${session}.`);
          return;
        }
        if (options.follow !== true) out.document(ended);
        toldRun(ended, out, options.follow === true);
      }),
    );
}

async function open(
  { api }: CommandContext,
  agent: string,
  { model, runMode }: { readonly model?: string; readonly runMode?: (typeof RUN_MODES)[number] },
): Promise<string> {
  const body = {
    agent,
    ...(model !== undefined && { model }),
    ...(runMode !== undefined && { run_mode: runMode }),
  };
  return unwrap(await api.call('openAgentSession', { body })).session_id;
}

/** Null: nobody waits for it. */
function ending(
  context: CommandContext,
  begun: { readonly run: string; readonly session: string },
  { wait, follow }: { readonly wait?: true; readonly follow?: true },
  timeoutMs: number,
): Promise<Run> | null {
  if (follow === true) return followRun(context, begun, timeoutMs);
  return wait === true ? waitForRun(context, begun.run, timeoutMs) : null;
}

function putCommand(): CommandUnknownOpts {
  return command('put', 'make or replace an agent from a Markdown file')
    .argument('<file>', 'as those in the folder of agents; - reads standard input')
    .action((file, options) =>
      withContext(options, async ({ api, out }) => {
        const text = file === '-' ? await textOrStdin('-') : read(file);
        // YAML is for whoever puts an agent.
        const { readAgentFile } = await import('../../agent-file.ts');
        const written = readAgentFile(text);
        if (!written.ok) throw usage(`${file}: ${written.error}`);
        const { agentId: id, wish: body } = written.value;
        const put = unwrap(await api.call('putAgent', { params: { id }, body }));
        out.document(put);
        out.say(`${put.agent_id} is there: baton agents run ${put.agent_id} "…"`);
      }),
    );
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw usage(
      `${file}: cannot be read (${cause instanceof Error ? cause.message : String(cause)}).`,
    );
  }
}

function logCommand(): CommandUnknownOpts {
  return command('log', 'show what was said and called in a conversation with an agent')
    .argument('<session>', 'its id')
    .action((id, options) =>
      withContext(options, async ({ api, out }) => {
        const said = unwrap(await api.call('listAgentMessages', { params: { id } }));
        out.document(said);
        for (const { role, parts } of said.items) {
          out.say(out.paint.bold(role === 'user' ? 'person' : 'agent'));
          for (const part of parts) {
            const line = lineOf(part);
            if (line !== null) out.say(line);
          }
        }
      }),
    );
}

/** Null: there is nothing in it for a person. */
function lineOf(
  part: Readonly<Record<string, unknown>> & { readonly type: string },
): string | null {
  if (part.type === 'text') return safeText(String(part['text']), 'block');
  if (!part.type.startsWith('tool-')) return null;
  const call = `@${part.type.slice('tool-'.length)} ${JSON.stringify(part['input'] ?? {})}`;
  return safeText(`${call}: ${String(part['state'])}`, 'line');
}
