import type { CommandUnknownOpts } from '@commander-js/extra-typings';

import type { AuditEventView } from '../../client/http-api.ts';
import { toldWhole } from '../../../../shared/model/completeness.ts';
import { actionLines } from '../action-lines.ts';
import { command, withContext } from '../command.ts';
import { type CommandContext, inConversation } from '../context.ts';
import { followEvents } from '../follow-events.ts';
import { localTime } from '../output.ts';
import { safeText } from '../terminal-text.ts';

export function watchCommand(): CommandUnknownOpts {
  return command('watch', 'show events as they happen')
    .argument('[conversation]')
    .action((given, options) =>
      withContext(options, async (context) => {
        const query = await inConversation(context, given);
        if (!context.out.json) context.out.note('Watching; Ctrl+C ends it.');
        const nameOf = chatNames(context);
        await followEvents(context, query, async (one) => {
          const line = await lineOf(one, context);
          const id = one.local_conversation_id;
          if (line === null) return null;
          const where = id === null ? '' : `${context.out.paint.bold(await nameOf(id))} `;
          return `${context.out.paint.dim(localTime(one.at))} ${where}${line}`;
        });
      }),
    );
}

/** Returns a function that names a chat, with its id for other commands; it asks once a minute at most. */
function chatNames({ api }: CommandContext): (id: string) => Promise<string> {
  const known = new Map<string, { readonly name: string; readonly at: number }>();
  return async (id) => {
    const before = known.get(id);
    if (before !== undefined && Date.now() - before.at < 60_000) return before.name;
    const answered = await api.call('getConversation', { params: { id } });
    const short = id.slice(0, 10);
    const name = answered.ok
      ? `${answered.value.platform} "${safeText(answered.value.title ?? 'Untitled', 'line')}" ${short}`
      : short;
    known.set(id, { name, at: Date.now() });
    return name;
  };
}

/** Describes an event that a person cares about; null for one that concerns machines alone. */
async function lineOf(one: AuditEventView, { api, out }: CommandContext): Promise<string | null> {
  const { paint } = out;
  const detail = (name: string): string => {
    const value = one.detail[name];
    return typeof value === 'string' ? safeText(value, 'line') : '';
  };
  switch (one.type) {
    case 'message_anchor.observed':
    case 'user_turn.observed': {
      if (one.local_conversation_id === null) return null;
      const params = { id: one.local_conversation_id };
      const page = await api.call('listMessages', { params, query: { limit: 5 } });
      const wanted = one.detail['assistant_message_id'] ?? one.detail['user_message_id'];
      const said = page.ok && page.value.items.find((message) => message.message_id === wanted);
      const who = one.type === 'user_turn.observed' ? paint.green('you') : paint.cyan('assistant');
      if (!said) return null;
      return `${who}: ${safeText(toldWhole(said.text, said.complete ?? 'whole'), 'block')}`;
    }
    case 'approval.opened': {
      const approval = await api.call('getApproval', { params: { id: one.subject_id } });
      const action = approval.ok ? approval.value.instruction.action : null;
      const lines = approval.ok ? actionLines(approval.value, out) : [];
      const line = `${paint.yellow('waits for you')}: ${safeText(action ?? '', 'line')}  →  baton approve ${one.subject_id}  |  baton deny ${one.subject_id} --reason …`;
      return [line, ...lines].join('\n');
    }
    case 'instruction.begin':
      return `runs ${detail('action')}`;
    case 'instruction.succeed':
      return `${paint.green('✓')} ${detail('action')}`;
    case 'instruction.fail':
    case 'instruction.refuse':
      return `${paint.red('✗')} ${detail('action')} (${detail('code')})`;
    case 'delivery_job.acked':
      return 'delivered';
    case 'delivery_job.failed':
    case 'delivery_job.final_timeout':
      return `${paint.red('not delivered')} (${detail('code')})`;
    case 'message.refused':
      return `${paint.red('message not taken')} (${detail('code')})`;
    case 'conversation.mode_set':
      return `is ${detail('to')} now`;
    default:
      return null;
  }
}
