import type { CommandUnknownOpts } from '@commander-js/extra-typings';

import { incompleteWords } from '../../../../shared/model/completeness.ts';
import type { ResponseOf } from '../../../../shared/api/operations.ts';
import { actionLines } from '../action-lines.ts';
import { command, wholeNumber, withContext } from '../command.ts';
import { type CommandContext, unwrap } from '../context.ts';
import { localTime, type Output } from '../output.ts';
import { safeText } from '../terminal-text.ts';
import { modeText } from './conversations.ts';

type ConversationView = ResponseOf<'getConversation'>;
type MessageView = ResponseOf<'listMessages'>['items'][number];

export function showCommand(): CommandUnknownOpts {
  return command('show', 'show one conversation: its state and its last messages')
    .argument('<conversation>', 'its id, or the first characters of it')
    .option('--messages <count>', 'how many messages', '10')
    .action((given, options) =>
      withContext(options, async (context) => {
        const { api, out } = context;
        const id = await context.id('conversation', given);
        const limit = wholeNumber('--messages', options.messages);
        const conversation = unwrap(await api.call('getConversation', { params: { id } }));
        const messages =
          limit === 0
            ? []
            : unwrap(await api.call('listMessages', { params: { id }, query: { limit } })).items;
        const approvals = unwrap(
          await api.call('listApprovals', { query: { conversation: id, decision: 'open' } }),
        ).items;
        const jobs = unwrap(
          await api.call('listJobs', { query: { conversation: id, limit: 5 } }),
        ).items;
        out.document({ conversation, messages, approvals, jobs });
        showConversation(conversation, context);
        for (const one of messages.toReversed()) showMessage(one, out);
        for (const job of jobs.filter((one) => one.status === 'failed').slice(0, 1)) {
          out.say('');
          out.say(
            `${out.paint.red('✗')} A delivery failed: ${safeText(job.error?.text ?? '', 'line')} (baton retry ${job.job_id.slice(0, 10)})`,
          );
        }
        for (const one of approvals) {
          out.say('');
          out.say(
            `${out.paint.yellow('?')} ${safeText(one.instruction.action ?? '', 'line')} waits: baton approve ${one.approval_id}`,
          );
          for (const line of actionLines(one, out)) out.say(line);
        }
      }),
    );
}

function showConversation(one: ConversationView, { out }: CommandContext): void {
  const { paint } = out;
  out.say(paint.bold(safeText(one.title ?? 'Untitled', 'line')));
  const reason = one.pause_reason === null ? '' : ` (${safeText(one.pause_reason, 'line')})`;
  out.say(
    paint.dim(
      `${one.platform} · ${modeText(one)}${reason} · ${one.connected ? 'a browser can serve it' : 'no browser can serve it now'} · ${one.local_conversation_id}`,
    ),
  );
  if (one.labels.length > 0)
    out.say(paint.dim(`labels: ${safeText(one.labels.join(', '), 'line')}`));
  if (one.renewal !== null) {
    const { turns_used, max_turns, status, stop_reason, due_at, goal } = one.renewal;
    const when = due_at === null ? '' : `, next ${localTime(due_at)}`;
    const why = stop_reason === null ? '' : ` (${safeText(stop_reason, 'line')})`;
    out.say(
      paint.dim(
        `renewal: ${status}${why}, turn ${turns_used} of ${max_turns}${when}: ${safeText(goal, 'line')}`,
      ),
    );
  }
  const parked = one.account?.parked_until ?? null;
  if (parked !== null) {
    const why = one.account?.park_reason ?? '';
    out.say(paint.yellow(`The site limits this account until ${localTime(parked)}.`));
    if (why !== '') out.say(paint.dim(safeText(why, 'line')));
  }
}

function showMessage(one: MessageView, out: Output): void {
  const { paint } = out;
  const who = {
    assistant: paint.cyan('Assistant'),
    person: paint.green('You'),
    baton: paint.magenta('Baton'),
  };
  out.say('');
  out.say(`${who[one.author]} ${paint.dim(localTime(one.observed_at))}`);
  const part = incompleteWords(one.complete ?? 'whole');
  if (part !== null) out.say(paint.yellow(part));
  out.say(safeText(one.text, 'block'));
}
