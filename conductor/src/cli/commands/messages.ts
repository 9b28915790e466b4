import { randomUUID } from 'node:crypto';

import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';

import { FollowFault, type TrailEvent } from '../../client/http-api.ts';
import type { Answer } from '../../../../shared/api/operation.ts';
import type { Operations } from '../../../../shared/api/operations.ts';
import { actionLines } from '../action-lines.ts';
import { command, duration, textOrStdin, usage, wholeNumber, withContext } from '../command.ts';
import { type Context, unwrap } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { ago, Failure, localTime, type Output } from '../output.ts';
import { safeText } from '../terminal-text.ts';

const WAIT_PIECE_MS = 60_000;
/** What is not settled so long after its reply is held up by something worth a word. */
const SOON_MS = 1_000;

const UNTIL = ['settled', 'final', 'acked'] as const;
type Until = (typeof UNTIL)[number];
type Waited = Answer<Operations['waitForJob']>;
/** What a delivery fails with when its message is in the conversation all the same. */
const HAS_ARRIVED: ReadonlySet<string> = new Set(['no_reply', 'final_message_timeout']);

type MessageView = Answer<Operations['listMessages']>['items'][number];

export function messageCommands(): CommandUnknownOpts[] {
  return [send(), watch(), search(), events()];
}

export function showMessage(one: MessageView, out: Output): void {
  const { paint } = out;
  const who = {
    assistant: paint.cyan('Assistant'),
    person: paint.green('You'),
    baton: paint.magenta('Baton'),
  };
  out.say('');
  out.say(`${who[one.author]} ${paint.dim(localTime(one.observed_at))}`);
  out.say(safeText(one.text, 'block'));
}

function send() {
  return command('send', 'send a message into a conversation, or start a new one')
    .argument('[conversation]', 'its id; not with --new')
    .argument('[text]', 'the message; - reads standard input')
    .option('--new <platform>', 'start a new conversation on this site')
    .option('--auto', 'with --new: let Baton act in it')
    .option('--wait', 'wait, and print the last reply')
    .addOption(
      new Option('--until <point>', 'how far to wait: until all that follows is over, or less')
        .choices(UNTIL)
        .default('settled' as const),
    )
    .option('--timeout <time>', 'how long to wait', '10m')
    .action((first, second, options) =>
      withContext(options, async (context) => {
        const { api, out } = context;
        const startNew = options.new !== undefined;
        const given = startNew ? first : second;
        if (given === undefined || (!startNew && first === undefined))
          throw usage(
            'Write: baton send <conversation> <text>, or: baton send --new <platform> <text>',
          );
        const text = await textOrStdin(given);
        if (text.trim() === '') throw usage('text: is empty.', 'text');
        const timeoutMs = duration('--timeout', options.timeout);
        const idempotencyKey = randomUUID();
        const progress = options.wait === true ? startProgress(out) : null;
        try {
          const sent =
            options.new !== undefined
              ? unwrap(
                  await api.call(
                    'startConversation',
                    {
                      body: {
                        platform: options.new,
                        text,
                        mode: options.auto === true ? 'auto' : 'manual',
                      },
                    },
                    { idempotencyKey },
                  ),
                )
              : unwrap(
                  await api.call(
                    'sendMessage',
                    {
                      params: { id: await context.id('conversation', first ?? '') },
                      body: { text },
                    },
                    { idempotencyKey },
                  ),
                );
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

/**
 * Waits in pieces: no single request is open for so long that something between gives it up. Once the reply is here and
 * not all is settled, whoever waits hears what holds it up.
 */
async function waitFor(
  { api, out }: Context,
  id: string,
  until: Until,
  timeoutMs: number,
): Promise<Waited> {
  const endsAt = Date.now() + timeoutMs;
  const left = (): number => Math.max(1, endsAt - Date.now());
  async function piece(goal: Until, longestMs: number): Promise<Waited> {
    const query = { until: goal, timeout_ms: Math.min(left(), longestMs) };
    return unwrap(await api.call('waitForJob', { params: { id }, query }));
  }
  async function reached(goal: Until): Promise<Waited> {
    for (;;) {
      const isLast = left() <= WAIT_PIECE_MS;
      const waited = await piece(goal, WAIT_PIECE_MS);
      if (!waited.timed_out || isLast) return waited;
    }
  }
  const answered = await reached(until === 'settled' ? 'final' : until);
  if (until !== 'settled' || answered.timed_out || answered.job.status !== 'finalized')
    return answered;
  const isLast = left() <= SOON_MS;
  const soon = await piece('settled', SOON_MS);
  if (!soon.timed_out || isLast) return soon;
  out.note(stillOpen(soon.job.status, soon.open));
  return reached('settled');
}

/** What came of it, as text. Throws what ends the command otherwise than well. */
function told({ job, reply, timed_out, open }: Waited, until: Until | null, out: Output): void {
  if (reply !== null) out.say(safeText(reply.text, 'block'));
  if (until !== null && timed_out) {
    const text = `${stillOpen(job.status, open)} See it with: baton jobs ${job.job_id.slice(0, 10)}`;
    throw new Failure({ code: 'final_message_timeout', text }, EXIT.waited);
  }
  if (job.error !== null && job.status === 'failed') {
    const text = `${HAS_ARRIVED.has(job.error.code) ? 'The message got no reply' : 'The message was not delivered'}: ${job.error.text}`;
    throw new Failure({ code: job.error.code, text }, EXIT.state);
  }
  if (reply !== null) return;
  out.say(
    until === 'acked' ? `It is in the conversation: ${job.job_id}.` : `Queued as ${job.job_id}.`,
  );
}

function stillOpen(status: string, { approvals, actions }: Waited['open']): string {
  if (status !== 'finalized') return `No final reply yet; the message is ${status}.`;
  if (approvals > 0)
    return `The reply is here; ${approvals} of its actions wait for you: baton approve.`;
  if (actions > 0) return `The reply is here; ${actions} of its actions still run.`;
  return 'The reply is here; a delivery that follows from it is still under way.';
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

function search() {
  return command('search', 'find words in titles and messages')
    .argument('<words...>')
    .option('--platform <name>', 'only of this site')
    .option('--conversation <id>', 'only in this one')
    .option('--limit <count>', 'how many', '20')
    .action((words, options) =>
      withContext(options, async (context) => {
        const { api, out } = context;
        const { platform, conversation } = options;
        const query = {
          q: words.join(' '),
          limit: wholeNumber('--limit', options.limit),
          ...(platform !== undefined && { platform }),
          ...(conversation !== undefined && {
            conversation: await context.id('conversation', conversation),
          }),
        };
        const page = unwrap(await api.call('search', { query }));
        out.document(page);
        if (page.items.length === 0) out.say('Nothing found.');
        for (const hit of page.items) {
          out.say(
            `${out.paint.bold(safeText(hit.title ?? 'Untitled', 'line'))} ${out.paint.dim(`${hit.local_conversation_id.slice(0, 10)} · ${hit.role} · ${ago(hit.observed_at)}`)}`,
          );
          const [before = '', fit = '', after = ''] = hit.excerpt.split(/[\u2068\u2069]/);
          out.say(
            `  ${safeText(before, 'block')}${out.paint.yellow(safeText(fit, 'line'))}${safeText(after, 'block')}`,
          );
        }
      }),
    );
}

function watch() {
  return command('watch', 'follow what happens, as it happens')
    .argument('[conversation]')
    .action((given, options) =>
      withContext(options, async (context) => {
        const query =
          given === undefined ? {} : { conversation: await context.id('conversation', given) };
        if (!context.out.json) context.out.note('Watching; Ctrl+C ends it.');
        const nameOf = chatNames(context);
        await follow(context, query, async (one) => {
          const line = await lineOf(one, context);
          const id = one.local_conversation_id;
          if (line === null) return null;
          const where = id === null ? '' : `${context.out.paint.bold(await nameOf(id))} `;
          return `${context.out.paint.dim(localTime(one.at))} ${where}${line}`;
        });
      }),
    );
}

function events() {
  return command('events', 'the audit trail')
    .option('--follow', 'go on as it grows')
    .option('--after <event id>', 'only what came after')
    .option('--type <types>', 'only these, as delivery_job.*')
    .option('--conversation <id>')
    .option('--limit <count>', 'how many, without --follow', '50')
    .action((options) =>
      withContext(options, async (context) => {
        const { api, out } = context;
        const conversation =
          options.conversation === undefined
            ? undefined
            : await context.id('conversation', options.conversation);
        const narrowed = {
          ...(conversation !== undefined && { conversation }),
          ...(options.type !== undefined && { type: options.type }),
        };
        const line = async (one: TrailEvent) =>
          `${out.paint.dim(`${one.event_id} ${localTime(one.at)}`)} ${one.type} ${safeText(one.subject_id, 'line')} ${out.paint.dim(safeText(JSON.stringify(one.detail), 'line'))}`;
        if (options.follow === true) {
          const after = options.after;
          if (after !== undefined) wholeNumber('--after', after);
          await follow(context, { ...narrowed, ...(after !== undefined && { after }) }, line);
          return;
        }
        const query = { limit: wholeNumber('--limit', options.limit), ...narrowed };
        const page = unwrap(await api.call('listEvents', { query }));
        const after = options.after === undefined ? 0 : wholeNumber('--after', options.after);
        const items = page.items.filter((one) => one.event_id > after);
        out.document({ ...page, items });
        for (const one of items.toReversed()) out.say(await line(one));
      }),
    );
}

async function follow(
  { api, out }: Context,
  query: Readonly<Record<string, string>>,
  line: (event: TrailEvent) => Promise<string | null>,
): Promise<void> {
  const over = new AbortController();
  const end = (): void => over.abort();
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  process.stdout.once('error', end); // Whoever read us is gone.
  try {
    for await (const one of api.follow(query, over.signal)) {
      out.document(one);
      const text = out.json ? null : await line(one);
      if (text !== null) out.say(text);
    }
  } catch (cause) {
    if (cause instanceof FollowFault) throw new Failure(cause.error);
    throw cause;
  }
}

/** What a chat is called, with what names it to other commands; asked for once a minute at most. */
function chatNames({ api }: Context): (id: string) => Promise<string> {
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

/** What a person cares about in an event; null for what only a machine does. */
async function lineOf(one: TrailEvent, { api, out }: Context): Promise<string | null> {
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
      return said ? `${who}: ${safeText(said.text, 'block')}` : null;
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
