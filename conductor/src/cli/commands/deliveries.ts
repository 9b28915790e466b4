import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';

import { jobStatus } from '../../../../shared/api/fields.ts';
import type { ResponseOf } from '../../../../shared/api/operations.ts';
import { command, usage, wholeNumber, withContext } from '../command.ts';
import { type CommandContext, inConversation, unwrap } from '../context.ts';
import { ago, localTime } from '../output.ts';
import { safeText } from '../terminal-text.ts';

export function jobsCommand(): CommandUnknownOpts {
  return command('jobs', 'list deliveries, newest first; or show one')
    .argument('[job]')
    .addOption(new Option('--status <status>').choices(jobStatus.options))
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
          ...(await inConversation(context, options.conversation)),
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

export function retryCommand(): CommandUnknownOpts {
  return command('retry', 'retry a failed delivery')
    .argument('<job>', 'its id')
    .action((given, options) =>
      withContext(options, async (context) => {
        const id = await context.id('job', given);
        sayJob(unwrap(await context.api.call('retryJob', { params: { id } })), context);
      }),
    );
}

export function cancelCommand(): CommandUnknownOpts {
  return command('cancel', 'cancel a delivery, or an action')
    .argument('<job>', 'its id, or that of an action')
    .action((given, options) =>
      withContext(options, async (context) => {
        const { api, out } = context;
        const id = await context.id('job', given);
        const isJob = (await api.call('getJob', { params: { id } })).ok;
        if (isJob) {
          sayJob(unwrap(await api.call('cancelJob', { params: { id } })), context);
          return;
        }
        const action = await context.id('instruction', given);
        const instruction = unwrap(await api.call('cancelInstruction', { params: { id: action } }));
        out.document(instruction);
        out.say(`${safeText(instruction.action ?? action, 'line')} is ${instruction.status} now.`);
      }),
    );
}

function sayJob(job: ResponseOf<'getJob'>, { out }: CommandContext): void {
  out.document(job);
  out.say(`${job.job_id} is ${job.status} now.`);
}

export function unparkCommand(): CommandUnknownOpts {
  return command('unpark', 'send now what waits for a limit of the site to end')
    .argument('<account>', 'as baton status shows it, or its beginning')
    .action((given, options) =>
      withContext(options, async ({ api, out }) => {
        const id = await parkedAccount(api, given);
        const unparked = unwrap(await api.call('unparkAccount', { params: { id } }));
        out.document(unparked);
        const { was_parked_until: was, deliveries } = unparked;
        const name = safeText(id, 'line');
        if (was === null) out.say(`${name} is not parked.`);
        else out.say(`${name} may be sent to again; it was parked until ${localTime(was)}.`);
        if (deliveries > 0) out.say(`Deliveries that waited for it: ${deliveries}.`);
      }),
    );
}

/** The one parked account whose name begins so; what fits none is asked for as it is. */
async function parkedAccount(api: CommandContext['api'], given: string): Promise<string> {
  const keys = unwrap(await api.call('getStatus')).parked.map((one) => one.account_key);
  const fitting = keys.filter((key) => key.startsWith(given));
  if (keys.includes(given) || fitting.length === 0) return given;
  const [only, ...others] = fitting;
  if (only !== undefined && others.length === 0) return only;
  throw usage(`${given} fits several accounts: ${fitting.join(', ')}.`);
}
