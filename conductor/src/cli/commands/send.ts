import { randomUUID } from 'node:crypto';

import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';

import type { ResponseOf } from '../../../../shared/api/operations.ts';
import { NO_LONGER_AWAITED } from '../../../../shared/model/no-longer-awaited.ts';
import { command, duration, textOrStdin, usage, withContext } from '../command.ts';
import { type CommandContext, unwrap } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { Failure, type Output } from '../output.ts';
import { mustBeWhole } from '../must-be-whole.ts';
import { safeText } from '../terminal-text.ts';
import { stillOpen, type Until, UNTIL, type Waited, waitFor } from '../wait-for-job.ts';

/** Codes of deliveries that failed although the message arrived in the conversation. */
const HAS_ARRIVED: ReadonlySet<string> = new Set(['no_reply', 'final_message_timeout']);

export function sendCommand(): CommandUnknownOpts {
  return command('send', 'send a message into a conversation, or start a new one')
    .argument('[conversation]', 'its id; not with --new')
    .argument('[text]', 'the message; - reads standard input')
    .option('--new <platform>', 'start a new conversation on this site')
    .option('--auto', 'with --new: let Baton act in it')
    .option('--wait', 'wait, and print the last reply')
    .addOption(
      new Option('--until <point>', 'what to wait for').choices(UNTIL).default('settled' as const),
    )
    .option('--timeout <time>', 'how long to wait', '10m')
    .action((first, second, options) =>
      withContext(options, async (context) => {
        const { out } = context;
        const startNew = options.new !== undefined;
        const given = startNew ? first : second;
        if (given === undefined || (!startNew && first === undefined))
          throw usage(
            'Write: baton send <conversation> <text>, or: baton send --new <platform> <text>',
          );
        const text = await textOrStdin(given);
        if (text.trim() === '') throw usage('text: is empty.', 'text');
        const timeoutMs = duration('--timeout', options.timeout);
        const progress = options.wait === true ? startProgress(out) : null;
        try {
          const sent = await send(context, first ?? '', text, options);
          const { job_id: id } = sent.job;
          const waited =
            options.wait === true ? await waitFor(context, id, options.until, timeoutMs) : {};
          progress?.();
          const after = { ...sent, ...waited };
          out.document(after);
          told(after, options.wait === true ? options.until : null, out);
        } finally {
          progress?.();
        }
      }),
    );
}

/** Queues it once, however often the request has to be made. */
async function send(
  context: CommandContext,
  given: string,
  text: string,
  { new: platform, auto }: { readonly new?: string; readonly auto?: true },
): Promise<ResponseOf<'sendMessage'>> {
  const once = { idempotencyKey: randomUUID() };
  if (platform !== undefined) {
    const body = { platform, text, mode: auto === true ? ('auto' as const) : ('manual' as const) };
    return unwrap(await context.api.call('startConversation', { body }, once));
  }
  const params = { id: await context.id('conversation', given) };
  return unwrap(await context.api.call('sendMessage', { params, body: { text } }, once));
}

/** Prints the result. Throws to end the command with another exit code. */
function told({ job, reply, timed_out, open }: Waited, until: Until | null, out: Output): void {
  if (reply !== null) out.say(safeText(reply.text, 'block'));
  if (until !== null && timed_out) {
    const text = `${stillOpen(job.status, open)} See it with: baton jobs ${job.job_id.slice(0, 10)}`;
    throw new Failure({ code: 'final_message_timeout', text }, EXIT.waited);
  }
  if (job.error !== null && job.status === 'failed') {
    const text = `${HAS_ARRIVED.has(job.error.code) || job.error.text === NO_LONGER_AWAITED ? 'The message got no reply' : 'The message was not delivered'}: ${job.error.text}`;
    throw new Failure({ code: job.error.code, text }, EXIT.state);
  }
  if (reply !== null) return mustBeWhole(reply.complete);
  out.say(
    until === 'acked' ? `It is in the conversation: ${job.job_id}.` : `Queued as ${job.job_id}.`,
  );
}

/** A line that says how long it has been going on, where someone looks. Returns what ends it. */
function startProgress(out: Output): () => void {
  if (out.json || process.stderr.isTTY !== true) return () => undefined;
  const startedAt = Date.now();
  const tick = setInterval(() => {
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    process.stderr.write(`\r${out.paint.dim(`waiting for the reply… ${seconds} s`)}`);
  }, 1_000);
  return () => {
    clearInterval(tick);
    process.stderr.write('\r\u001B[K');
  };
}
