import { createInterface } from 'node:readline/promises';

import { Argument, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';

import type { Answer } from '../../../../shared/api/operation.ts';
import type { Operations } from '../../../../shared/api/operations.ts';
import { actionLines } from '../action-lines.ts';
import { command, duration, usage, wholeNumber, withContext } from '../command.ts';
import { type Context, unwrap } from '../context.ts';
import { ago, localTime } from '../output.ts';
import { safeText } from '../terminal-text.ts';
import { showMessage } from './messages.ts';

type ConversationView = Answer<Operations['getConversation']>;

const MODES = ['auto', 'manual', 'paused', 'draining'] as const;

export function conversationCommands(): CommandUnknownOpts[] {
  return [list(), show(), mode(), drain(), renew(), label(), rename(), remove()];
}

function list() {
  return command('conversations', 'list conversations, the latest touched first')
    .alias('ls')
    .option('--platform <name>', 'only of this site')
    .addOption(new Option('--mode <mode>', 'only in this mode').choices(MODES))
    .option('--label <label>', 'only with this label')
    .option('--limit <count>', 'how many', '50')
    .action((options) =>
      withContext(options, async ({ api, out }) => {
        const { platform, mode: wanted, label: labelled } = options;
        const query = {
          limit: wholeNumber('--limit', options.limit),
          ...(platform !== undefined && { platform }),
          ...(wanted !== undefined && { mode: wanted }),
          ...(labelled !== undefined && { label: labelled }),
        };
        const page = unwrap(await api.call('listConversations', { query }));
        out.document(page);
        out.table(
          ['ID', 'SITE', 'MODE', 'WAITING', 'SEEN', 'TITLE'],
          page.items.map((one) => [
            one.local_conversation_id.slice(0, 10),
            one.platform,
            modeText(one),
            waitingText(one),
            one.latest_observed_at === null ? '–' : ago(one.latest_observed_at),
            one.title ?? '',
          ]),
          (platform ?? wanted ?? labelled)
            ? 'No conversation is so.'
            : 'No conversations yet. Open a chat in a paired browser.',
        );
      }),
    );
}

function modeText({ mode: is, draining }: Pick<ConversationView, 'mode' | 'draining'>): string {
  return draining ? 'draining' : is;
}

function waitingText(one: Pick<ConversationView, 'open_approvals' | 'open_jobs'>): string {
  const parts = [
    one.open_approvals > 0 ? `${one.open_approvals} to answer` : '',
    one.open_jobs > 0 ? `${one.open_jobs} to send` : '',
  ].filter((part) => part !== '');
  return parts.join(', ') || '–';
}

function show() {
  return command('show', 'one conversation: how it stands, and what was said last')
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

function showConversation(one: ConversationView, { out }: Context): void {
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

function mode() {
  return command('mode', 'set the mode of a conversation')
    .argument('<conversation>')
    .addArgument(new Argument('<mode>').choices(MODES))
    .option('--reason <text>', 'why, for a pause')
    .action((given, is, options) =>
      withContext(options, (context) => setMode(context, given, is, options.reason ?? null)),
    );
}

function drain() {
  return command('drain', 'let a conversation finish what is queued, then pause it')
    .argument('<conversation>')
    .action((given, options) =>
      withContext(options, (context) => setMode(context, given, 'draining', null)),
    );
}

async function setMode(
  context: Context,
  given: string,
  is: (typeof MODES)[number],
  reason: string | null,
): Promise<void> {
  const id = await context.id('conversation', given);
  const after = unwrap(
    await context.api.call('setMode', { params: { id }, body: { mode: is, reason } }),
  );
  context.out.document(after);
  context.out.say(`${safeText(after.title ?? id, 'line')} is ${modeText(after)} now.`);
}

function renew() {
  return command('renew', 'let a conversation go on by itself towards a goal, or stop it')
    .argument('<conversation>')
    .option('--goal <text>', 'what it goes on towards')
    .option('--message <text>', 'what is sent each time; else a sentence around the goal')
    .option('--turns <count>', 'how often at most', '10')
    .option('--spacing <time>', 'how long after a reply', '30s')
    .option('--stop-phrase <text>', 'a reply that holds it ends the renewal')
    .option('--quiet <from-to>', 'local hours without turns, as 22:00-07:30')
    .option('--stop', 'stop it')
    .action((given, options) =>
      withContext(options, async (context) => {
        const { api, out } = context;
        const id = await context.id('conversation', given);
        if (options.stop === true) {
          const stopped = unwrap(await api.call('stopRenewal', { params: { id } }));
          out.document(stopped);
          out.say(`Stopped after ${stopped.turns_used} turns.`);
          return;
        }
        if (options.goal === undefined) throw usage('--goal: is needed, or --stop.', '--goal');
        const body = {
          goal: options.goal,
          message: options.message ?? null,
          max_turns: wholeNumber('--turns', options.turns),
          spacing_ms: duration('--spacing', options.spacing),
          stop_phrase: options.stopPhrase ?? null,
          quiet_hours: options.quiet === undefined ? null : quietHours(options.quiet),
        };
        const renewal = unwrap(await api.call('setRenewal', { params: { id }, body }));
        out.document(renewal);
        out.say(
          `It goes on for up to ${renewal.max_turns} turns while it is auto. Stop it with: baton renew ${given} --stop`,
        );
      }),
    );
}

function quietHours(text: string) {
  const [, h1, m1, h2, m2] = /^(\d{1,2}):(\d\d)-(\d{1,2}):(\d\d)$/.exec(text) ?? [];
  if (h1 === undefined)
    throw usage(`--quiet: is a span as 22:00-07:30 (it was ${text}).`, '--quiet');
  return {
    from_minute: Number(h1) * 60 + Number(m1),
    to_minute: Number(h2) * 60 + Number(m2),
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

function label() {
  return command('label', 'replace the labels of a conversation')
    .argument('<conversation>')
    .argument('[labels...]', 'none takes all away')
    .action((given, labels, options) =>
      withContext(options, (context) => patch(context, given, { labels })),
    );
}

function rename() {
  return command('rename', "give a conversation a title of your own, or the page's again")
    .argument('<conversation>')
    .argument('[title]')
    .action((given, title, options) =>
      withContext(options, (context) => patch(context, given, { title: title ?? null })),
    );
}

async function patch(
  context: Context,
  given: string,
  body: { labels?: string[]; title?: string | null },
): Promise<void> {
  const id = await context.id('conversation', given);
  const after = unwrap(await context.api.call('updateConversation', { params: { id }, body }));
  context.out.document(after);
  const labels = after.labels.length === 0 ? 'no labels' : after.labels.join(', ');
  context.out.say(`${safeText(after.title ?? id, 'line')}: ${safeText(labels, 'line')}`);
}

function remove() {
  return command('delete', 'forget a conversation with all that belongs to it')
    .argument('<conversation>')
    .option('--yes', 'do not ask')
    .action((given, options) =>
      withContext(options, async (context) => {
        const { api, out } = context;
        const id = await context.id('conversation', given);
        const { title } = unwrap(await api.call('getConversation', { params: { id } }));
        if (options.yes !== true) await confirm(`Delete "${safeText(title ?? id, 'line')}"?`);
        out.document(unwrap(await api.call('deleteConversation', { params: { id } })));
        out.say('Deleted. The chat site keeps its own copy.');
      }),
    );
}

async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw usage('--yes: is needed where nobody can be asked.', '--yes');
  const ask = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await ask.question(`${question} [y/N] `);
  ask.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw usage('Left as it is.');
}
