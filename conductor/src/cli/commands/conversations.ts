import { createInterface } from 'node:readline/promises';

import { Argument, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';

import { mode } from '../../../../shared/api/fields.ts';
import type { ResponseOf } from '../../../../shared/api/operations.ts';
import { command, usage, wholeNumber, withContext } from '../command.ts';
import { type CommandContext, unwrap } from '../context.ts';
import { ago } from '../output.ts';
import { safeText } from '../terminal-text.ts';

type ConversationView = ResponseOf<'getConversation'>;

const MODES = [...mode.options, 'draining'] as const;

export function conversationsCommand(): CommandUnknownOpts {
  return command('conversations', 'list conversations, the most recently used first')
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
            ? 'No conversation matches.'
            : 'No conversations yet. Open a chat in a paired browser.',
        );
      }),
    );
}

export function modeText({
  mode: is,
  draining,
}: Pick<ConversationView, 'mode' | 'draining'>): string {
  return draining ? 'draining' : is;
}

function waitingText(one: Pick<ConversationView, 'open_approvals' | 'open_jobs'>): string {
  const parts = [
    one.open_approvals > 0 ? `${one.open_approvals} to answer` : '',
    one.open_jobs > 0 ? `${one.open_jobs} to send` : '',
  ].filter((part) => part !== '');
  return parts.join(', ') || '–';
}

export function modeCommand(): CommandUnknownOpts {
  return command('mode', 'set the mode of a conversation')
    .argument('<conversation>')
    .addArgument(new Argument('<mode>').choices(MODES))
    .option('--reason <text>', 'the reason of a pause')
    .action((given, is, options) =>
      withContext(options, (context) => setMode(context, given, is, options.reason ?? null)),
    );
}

export function drainCommand(): CommandUnknownOpts {
  return command('drain', 'let a conversation finish what is queued, then pause it')
    .argument('<conversation>')
    .action((given, options) =>
      withContext(options, (context) => setMode(context, given, 'draining', null)),
    );
}

async function setMode(
  context: CommandContext,
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

export function labelCommand(): CommandUnknownOpts {
  return command('label', 'replace the labels of a conversation')
    .argument('<conversation>')
    .argument('[labels...]', 'the new labels; none removes all')
    .action((given, labels, options) =>
      withContext(options, (context) => patch(context, given, { labels })),
    );
}

export function renameCommand(): CommandUnknownOpts {
  return command('rename', "set a title of your own, or use the page's title again")
    .argument('<conversation>')
    .argument('[title]')
    .action((given, title, options) =>
      withContext(options, (context) => patch(context, given, { title: title ?? null })),
    );
}

async function patch(
  context: CommandContext,
  given: string,
  body: { labels?: string[]; title?: string | null },
): Promise<void> {
  const id = await context.id('conversation', given);
  const after = unwrap(await context.api.call('updateConversation', { params: { id }, body }));
  context.out.document(after);
  const labels = after.labels.length === 0 ? 'no labels' : after.labels.join(', ');
  context.out.say(`${safeText(after.title ?? id, 'line')}: ${safeText(labels, 'line')}`);
}

export function deleteCommand(): CommandUnknownOpts {
  return command('delete', 'delete what Baton has of a conversation')
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
