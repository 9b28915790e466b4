import { Argument, type CommandUnknownOpts } from '@commander-js/extra-typings';

import { actionLines } from '../action-lines.ts';
import { command, jsonObject, textOrStdin, withContext } from '../command.ts';
import { type CommandContext, inConversation, unwrap } from '../context.ts';
import { ago } from '../output.ts';
import { safeText } from '../terminal-text.ts';

const OUTCOMES = ['run-again', 'skip', 'tell'] as const;

export function approvalsCommand(): CommandUnknownOpts {
  return command('approvals', 'list what waits for your decision')
    .option('--all', 'also answered ones')
    .option('--conversation <id>')
    .action((options) =>
      withContext(options, async (context) => {
        const { api, out } = context;
        const query = {
          ...(options.all !== true && { decision: 'open' as const }),
          ...(await inConversation(context, options.conversation)),
        };
        const page = unwrap(await api.call('listApprovals', { query }));
        out.document(page);
        if (page.items.length === 0) out.say('Nothing waits for you.');
        for (const one of page.items.toReversed()) {
          const state = one.decision === 'open' ? out.paint.yellow('waits') : one.decision;
          out.say(
            `${out.paint.bold(safeText(one.instruction.action ?? '(unreadable)', 'line'))} ${state} ${out.paint.dim(`${one.instruction.risk} risk · ${safeText(one.conversation_title ?? '', 'line')} · ${ago(one.created_at)}`)}`,
          );
          for (const line of actionLines(one, out)) out.say(line);
          const how =
            one.kind === 'permission'
              ? `baton approve ${one.approval_id}   |   baton deny ${one.approval_id} --reason …`
              : `it may have run: baton outcome ${one.approval_id} run-again|skip|tell`;
          if (one.decision === 'open') out.say(`  ${out.paint.dim(how)}`);
        }
      }),
    );
}

export function approveCommand(): CommandUnknownOpts {
  return command('approve', 'allow an action')
    .argument('<approval>', 'its id, or the first characters of it')
    .option('--reason <text>', 'stored with the answer')
    .option('--params <json>', 'run it with these params; - reads standard input')
    .action((given, options) =>
      withContext(options, async (context) => {
        const text = options.params === undefined ? undefined : await textOrStdin(options.params);
        await answer(context, given, {
          decision: 'approve',
          reason: options.reason ?? null,
          ...(text !== undefined && { params: jsonObject('--params', text) }),
        });
      }),
    );
}

export function denyCommand(): CommandUnknownOpts {
  return command('deny', 'deny an action; the assistant gets the reason')
    .argument('<approval>', 'its id, or the first characters of it')
    .option('--reason <text>', 'told to the assistant')
    .action((given, options) =>
      withContext(options, async (context) => {
        await answer(context, given, { decision: 'deny', reason: options.reason ?? null });
      }),
    );
}

export function outcomeCommand(): CommandUnknownOpts {
  return command('outcome', 'decide about an action whose outcome is unknown')
    .argument('<approval>')
    .addArgument(
      new Argument(
        '<what>',
        'run it again, skip it (you have seen to it) or tell the assistant',
      ).choices(OUTCOMES),
    )
    .option('--reason <text>')
    .action((given, what, options) =>
      withContext(options, async (context) => {
        const decision = what === 'run-again' ? 'run_again' : what;
        await answer(context, given, { decision, reason: options.reason ?? null });
      }),
    );
}

async function answer(
  context: CommandContext,
  given: string,
  body: {
    readonly decision: 'approve' | 'deny' | 'run_again' | 'skip' | 'tell';
    readonly reason: string | null;
    readonly params?: Record<string, never>;
  },
): Promise<void> {
  const id = await context.id('approval', given);
  const after = unwrap(await context.api.call('answerApproval', { params: { id }, body }));
  context.out.document(after);
  context.out.say(
    `${safeText(after.instruction.action ?? id, 'line')}: ${after.decision.replaceAll('_', ' ')}.`,
  );
}
