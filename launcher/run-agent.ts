import type { DemoParts } from './demo.ts';

/** How an agent told the time. */
export interface AgentOutcome {
  readonly agent_id: string;
  readonly status: string;
  /** Tools that it called and that ran, in order. */
  readonly calls: readonly string[];
  readonly reply: string | null;
  /** true: it called the tool for the time and said the time, and no message reached the site twice. */
  readonly ok: boolean;
}

export type AgentParts = Pick<DemoParts, 'admin' | 'site' | 'conversationId' | 'say' | 'broken'>;

/** The scripted assistant of the playground follows such a word. */
const QUESTION = '/time';

const WANTED_CALL = 'conductor::time';

const PIECE_MS = 10_000;
const LIMIT_MS = 120_000;

/** Has an agent tell the time whose model is the chat of the demo. */
export async function runAgent(
  { admin, site, conversationId, say, broken }: AgentParts,
  agentId: string,
): Promise<AgentOutcome> {
  const { conversations } = await admin.status();
  const chat = conversations.find((each) => each.remote_conversation_id === conversationId);
  const session = await admin.openAgent(
    agentId,
    `conversation:${chat?.local_conversation_id ?? ''}`,
  );
  say(`The agent ${agentId} is asked for the time, with this chat as its model.`);
  const jobId = await admin.send(session, QUESTION);
  const endsAt = Date.now() + LIMIT_MS;
  for (;;) {
    const run = await Promise.race([broken, admin.agentRun(jobId, PIECE_MS)]);
    const { status, error, reply, steps } = run;
    const isOver = ['succeeded', 'failed', 'stopped', 'waiting_person'].includes(status);
    if (!isOver && Date.now() < endsAt) continue;
    const calls = steps
      .flatMap((step) => step.calls)
      .flatMap((call) => (call.status === 'succeeded' ? [call.name] : []));
    const { duplicates } = await site.log();
    say(`${agentId}: ${error?.text ?? reply ?? status}`);
    const ok = status === 'succeeded' && calls.includes(WANTED_CALL) && duplicates === 0;
    return { agent_id: agentId, status, calls, reply, ok };
  }
}
