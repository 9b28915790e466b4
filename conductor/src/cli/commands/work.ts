import { Argument, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';

import { actionLines } from '../action-lines.ts';
import { command, group, jsonObject, textOrStdin, wholeNumber, withContext } from '../command.ts';
import { type Context, unwrap } from '../context.ts';
import { ago } from '../output.ts';
import { safeText } from '../terminal-text.ts';

const JOB_STATUSES = [
  'pending',
  'dispatched',
  'acked',
  'finalized',
  'retry_wait',
  'failed',
] as const;
const OUTCOMES = ['run-again', 'skip', 'tell'] as const;
const DECISIONS = ['run', 'ask', 'deny'] as const;
const ACTION_STATUSES = [
  'pending',
  'awaiting_approval',
  'ready',
  'running',
  'succeeded',
  'failed',
  'outcome_unknown',
] as const;

export function workCommands(): CommandUnknownOpts[] {
  return [
    approvals(),
    approve(),
    deny(),
    outcome(),
    jobs(),
    jobChange('retry', 'send a failed delivery on its way again', 'retryJob'),
    jobChange('cancel', 'cancel a delivery, or an action', 'cancelJob'),
    actions(),
    policy(),
  ];
}

function approvals() {
  return command('approvals', 'what waits for you')
    .option('--all', 'answered ones too')
    .option('--conversation <id>')
    .action((options) =>
      withContext(options, async (context) => {
        const { api, out } = context;
        const query = {
          ...(options.all !== true && { decision: 'open' as const }),
          ...(options.conversation !== undefined && {
            conversation: await context.id('conversation', options.conversation),
          }),
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

function approve() {
  return command('approve', 'allow an action')
    .argument('<approval>', 'its id, or the first characters of it')
    .option('--reason <text>', 'kept with the answer')
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

function deny() {
  return command('deny', 'do not allow an action; the assistant is told why')
    .argument('<approval>', 'its id, or the first characters of it')
    .option('--reason <text>', 'told to the assistant')
    .action((given, options) =>
      withContext(options, async (context) => {
        await answer(context, given, { decision: 'deny', reason: options.reason ?? null });
      }),
    );
}

function outcome() {
  return command('outcome', 'say what became of an action that Baton lost track of')
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
  context: Context,
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

function jobs() {
  return command('jobs', 'deliveries, the newest first; or one of them')
    .argument('[job]')
    .addOption(new Option('--status <status>').choices(JOB_STATUSES))
    .option('--conversation <id>')
    .option('--limit <count>', 'how many', '30')
    .action((given, options) =>
      withContext(options, async (context) => {
        const { api, out } = context;
        if (given !== undefined) {
          const id = await context.id('job', given);
          const job = unwrap(await api.call('getJob', { params: { id } }));
          out.document(job);
          out.say(`${job.job_id} ${job.status}, tried ${job.attempt_count} times`);
          if (job.error !== null) {
            out.say(out.paint.red(`${job.error.code}: ${safeText(job.error.text, 'block')}`));
          }
          out.say('');
          out.say(safeText(job.message_text, 'block'));
          return;
        }
        const query = {
          limit: wholeNumber('--limit', options.limit),
          ...(options.status !== undefined && { status: options.status }),
          ...(options.conversation !== undefined && {
            conversation: await context.id('conversation', options.conversation),
          }),
        };
        const page = unwrap(await api.call('listJobs', { query }));
        out.document(page);
        out.table(
          ['ID', 'STATUS', 'FROM', 'TRIES', 'MADE', 'ERROR', 'TEXT'],
          page.items.map((job) => [
            job.job_id.slice(0, 10),
            job.status,
            job.origin,
            String(job.attempt_count),
            ago(job.created_at),
            job.error?.code ?? '–',
            job.message_text,
          ]),
          'No deliveries.',
        );
      }),
    );
}

function jobChange(name: string, description: string, operation: 'retryJob' | 'cancelJob') {
  return command(name, description)
    .argument('<job>', operation === 'cancelJob' ? 'its id, or that of an action' : 'its id')
    .action((given, options) =>
      withContext(options, async (context) => {
        const { api, out } = context;
        const id = await context.id('job', given);
        const isJob = operation === 'retryJob' || (await api.call('getJob', { params: { id } })).ok;
        if (isJob) {
          const job = unwrap(await api.call(operation, { params: { id } }));
          out.document(job);
          out.say(`${job.job_id} is ${job.status} now.`);
          return;
        }
        const action = await context.id('instruction', given);
        const instruction = unwrap(await api.call('cancelInstruction', { params: { id: action } }));
        out.document(instruction);
        out.say(`${safeText(instruction.action ?? action, 'line')} is ${instruction.status} now.`);
      }),
    );
}

function actions() {
  return command('actions', 'what assistants asked for, the newest first; or one of them')
    .argument('[action]')
    .addOption(new Option('--status <status>').choices(ACTION_STATUSES))
    .option('--conversation <id>')
    .option('--limit <count>', 'how many', '30')
    .action((given, options) =>
      withContext(options, async (context) => {
        const { api, out } = context;
        if (given !== undefined) {
          const id = await context.id('instruction', given);
          const one = unwrap(await api.call('getInstruction', { params: { id } }));
          out.document(one);
          out.say(`${safeText(one.action ?? '(unreadable)', 'line')} ${one.status}`);
          out.say(safeText(JSON.stringify(one.params, null, 2), 'block'));
          if (one.result !== null) out.say(safeText(one.result.text, 'block'));
          if (one.error !== null) {
            out.say(out.paint.red(`${one.error.code}: ${safeText(one.error.text, 'block')}`));
          }
          return;
        }
        const query = {
          limit: wholeNumber('--limit', options.limit),
          ...(options.status !== undefined && { status: options.status }),
          ...(options.conversation !== undefined && {
            conversation: await context.id('conversation', options.conversation),
          }),
        };
        const page = unwrap(await api.call('listInstructions', { query }));
        out.document(page);
        out.table(
          ['ID', 'STATUS', 'RISK', 'MADE', 'ACTION'],
          page.items.map((one) => [
            one.instruction_id,
            one.status,
            one.risk,
            ago(one.created_at),
            one.action ?? '(unreadable)',
          ]),
          'No actions.',
        );
      }),
    );
}

function policy() {
  const parent = group('policy', 'rules of what may run without being asked about');
  parent.addCommand(
    command('list', 'the rules')
      .option('--conversation <id>', 'those that hold in this one')
      .action((options) =>
        withContext(options, async (context) => {
          const { api, out } = context;
          const query =
            options.conversation === undefined
              ? {}
              : { conversation: await context.id('conversation', options.conversation) };
          const { items } = unwrap(await api.call('listPolicyRules', { query }));
          out.document({ items });
          out.table(
            ['ID', 'DECISION', 'WHERE', 'TOOL', 'PARAMS'],
            items.map((rule) => [
              rule.rule_id.slice(0, 10),
              rule.decision,
              rule.conversation?.slice(0, 10) ?? 'everywhere',
              rule.tool,
              rule.params === null ? '–' : JSON.stringify(rule.params),
            ]),
            'No rules: the settings policy.low, policy.medium and policy.high decide by risk.',
          );
        }),
      ),
    { isDefault: true },
  );
  parent.addCommand(
    command('add', 'add a rule')
      .argument('<tool>', 'target::tool; * fits any characters')
      .addArgument(new Argument('<decision>').choices(DECISIONS))
      .option('--conversation <id>', 'only in this one')
      .option('--params <json>', 'patterns the params must fit, as {"path":"/home/me/notes/*"}')
      .option('--reason <text>', 'told to the assistant with a denial')
      .action((tool, decision, options) =>
        withContext(options, async (context) => {
          const body = {
            tool,
            decision,
            conversation:
              options.conversation === undefined
                ? null
                : await context.id('conversation', options.conversation),
            params: options.params === undefined ? null : jsonObject('--params', options.params),
            reason: options.reason ?? null,
          };
          const rule = unwrap(await context.api.call('addPolicyRule', { body }));
          context.out.document(rule);
          context.out.say(`Added ${rule.rule_id}.`);
        }),
      ),
  );
  parent.addCommand(
    command('remove', 'remove a rule')
      .argument('<rule>')
      .action((given, options) =>
        withContext(options, async (context) => {
          const id = await context.id('rule', given);
          context.out.document(
            unwrap(await context.api.call('removePolicyRule', { params: { id } })),
          );
          context.out.say('Removed.');
        }),
      ),
  );
  return parent;
}
