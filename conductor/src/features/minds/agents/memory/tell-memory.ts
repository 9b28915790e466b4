import type { Reader } from '../../../../engine/query.ts';
import type { AgentRunState } from '../queries.ts';
import { memoryText } from './memory-text.ts';
import * as memory from './queries.ts';

/** A run of so many steps has done something that may be worth a note. */
const STEPS_WORTH_A_NOTE = 3;

const REMINDER =
  'Nothing was noted since you began with this. What should outlast the conversation, note with memory::update before you answer.';

/** Tells a model of the memory at each step, and that it may note something. Agents that work for others have none. */
export async function tellMemory(
  read: Reader,
  { session, run, steps }: Pick<AgentRunState, 'session' | 'run' | 'steps'>,
): Promise<string | null> {
  if (session.definition.kind === 'worker') return null;
  const { conversationKey } = run;
  const now = await read.one(memory.memoryNow({ conversationKey }));
  const text = memoryText(now);
  const isDue = steps.length > STEPS_WORTH_A_NOTE && (now.memory?.updatedAt ?? 0) < run.startedAt;
  if (!isDue) return text;
  const version = `(its version is ${now.memory?.version ?? 0})`;
  return [...(text === null ? [] : [text]), `${REMINDER} ${version}`].join('\n');
}
