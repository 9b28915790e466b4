import type { DemoParts } from './demo.ts';
import { waitUntil } from './wait-until.ts';

/** How a team reached its goal. */
export interface TeamOutcome {
  readonly run_id: string;
  readonly run: string;
  readonly workers: number;
  readonly tasks_done: number;
  readonly report_chars: number;
  /** true: it finished, all of its tasks are done, and no message reached the site twice. */
  readonly ok: boolean;
}

const GOAL = 'Say which of three ways to cross a river is best.';

type TeamParts = Pick<DemoParts, 'admin' | 'site' | 'say' | 'broken' | 'show'>;

const KNOWN_LIMIT_MS = 30_000;

const LIMIT_MS = 180_000;

const OVER: readonly string[] = ['finished', 'stopped', 'failed', 'paused'];

/** Has a team of chats of the playground reach a goal. */
export async function runTeam(
  { admin, site, say, broken, show }: TeamParts,
  team: string,
): Promise<TeamOutcome> {
  const templates: Record<string, string> = {};
  for (const role of await admin.rolesOf(team)) {
    const chat = await site.createConversation(role);
    await show?.(site.conversationUrl(chat));
    const known = waitUntil(`the chat of ${role}`, KNOWN_LIMIT_MS, async () => {
      const { conversations } = await admin.status();
      const found = conversations.find((each) => each.remote_conversation_id === chat);
      return found?.local_conversation_id ?? null;
    });
    const id = await Promise.race([broken, known]);
    await admin.setMode(id, 'auto');
    templates[role] = `conversation:${id}`;
  }
  const runId = await admin.startRun(team, GOAL, templates);
  say(`The team ${team} is given a goal: ${GOAL}`);
  let told = '';
  const ended = waitUntil('the run to end', LIMIT_MS, async () => {
    const seen = await admin.run(runId);
    if (seen.phase_line !== told) say(`${seen.status}: ${(told = seen.phase_line)}`);
    return OVER.includes(seen.status) ? seen : null;
  });
  const run = await Promise.race([broken, ended]);
  const { duplicates } = await site.log();
  const done = run.plan.filter(({ status }) => status === 'done').length;
  const chars = run.report.reduce((sum, { text }) => sum + text.length, 0);
  return {
    run_id: runId,
    run: run.status,
    workers: run.workers.length,
    tasks_done: done,
    report_chars: chars,
    ok: run.status === 'finished' && done === run.plan.length && duplicates === 0,
  };
}
