import type { ResponseOf } from '../../../shared/api/operations.ts';
import { type ChatChunk, FollowFault } from '../client/http-api.ts';
import { type CommandContext, unwrap } from './context.ts';
import { EXIT } from './exit-codes.ts';
import { mustBeWhole } from './must-be-whole.ts';
import { Failure, type Output } from './output.ts';
import { safeText } from './terminal-text.ts';

export type Run = ResponseOf<'getAgentRun'>;

/** Longest single request: what stands between gives up those that are open for longer. */
const PIECE_MS = 30_000;

/** Waits until a run has ended or waits for a person, and no longer than that. */
export async function waitForRun(
  { api }: CommandContext,
  id: string,
  timeoutMs: number,
): Promise<Run> {
  const endsAt = Date.now() + timeoutMs;
  for (;;) {
    const wait = Math.min(PIECE_MS, Math.max(0, endsAt - Date.now()));
    const run = unwrap(await api.call('getAgentRun', { params: { id }, query: { wait } }));
    if (rests(run) || Date.now() >= endsAt) return run;
  }
}

/** Shows what a run says as it says it, until it has ended or waits for a person. */
export async function followRun(
  context: CommandContext,
  { run: id, session }: { readonly run: string; readonly session: string },
  timeoutMs: number,
): Promise<Run> {
  const { api, out } = context;
  const over = AbortSignal.timeout(timeoutMs);
  let last: string | null = null;
  for (;;) {
    try {
      for await (const chunk of api.followChat(session, last, over)) {
        last = chunk.id;
        // Before a turn of this session another may be answered.
        if (chunk.id.startsWith(`${id}.`)) tell(chunk.data, out);
      }
    } catch (cause) {
      if (cause instanceof FollowFault) throw new Failure(cause.error);
      throw cause;
    }
    const run = await waitForRun(context, id, over.aborted ? 0 : 1_000);
    if (rests(run) || over.aborted) return run;
  }
}

/** Says how a run stands, and sets the exit code. @param isShown Its words were shown as they came. */
export function toldRun(run: Run, out: Output, isShown: boolean): void {
  switch (run.status) {
    case 'succeeded':
      if (!isShown) out.say(safeText(run.reply ?? '', 'block'));
      mustBeWhole(run.complete);
      return;
    case 'waiting_person':
      out.note(`It waits for you: ${run.approvals.map((id) => `baton approve ${id}`).join(', ')}`);
      process.exitCode = EXIT.asksPerson;
      return;
    case 'failed':
      throw new Failure(run.error ?? { code: 'internal', text: 'It failed.' }, EXIT.runFailed);
    case 'stopped':
      throw new Failure(run.error ?? { code: 'cancelled', text: 'Stopped.' }, EXIT.runStopped);
    default:
      throw new Failure(
        {
          code: 'final_message_timeout',
          text: `It is ${run.status}, and goes on. See it with: baton agents show-run ${run.run_id}`,
        },
        EXIT.waited,
      );
  }
}

export function rests({ status }: Run): boolean {
  return ['succeeded', 'failed', 'stopped', 'waiting_person'].includes(status);
}

function tell(data: ChatChunk['data'], out: Output): void {
  out.document(data);
  if (out.json) return;
  const line = (text: string) => process.stdout.write(text);
  const said = (name: string) => (typeof data[name] === 'string' ? data[name] : '');
  switch (data.type) {
    case 'text-delta':
      line(safeText(said('delta'), 'block'));
      return;
    case 'text-end':
      line('\n');
      return;
    case 'reset-step':
      line(`\n${out.paint.dim('(taken back)')}\n`);
      return;
    case 'tool-input-available': {
      const input = safeText(JSON.stringify(data['input'] ?? {}), 'line');
      line(`${out.paint.dim(`@${safeText(said('toolName'), 'line')} ${input}`)}\n`);
      return;
    }
    case 'tool-output-error':
      line(`${out.paint.dim(`failed: ${safeText(said('errorText'), 'line')}`)}\n`);
  }
}
