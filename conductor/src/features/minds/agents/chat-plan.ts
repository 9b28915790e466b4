import type { DeliveryJob } from '../../heart/deliveries/feature.ts';
import type { ModelBinding } from '../../heart/lineage/feature.ts';
import { wasSent } from './chat-job.ts';
import { type ChatKnows, type ChatText, continued, fromTheStart } from './chat-text.ts';
import type { ChatPrompt } from './model-port.ts';

/** How the next question reaches a chat. */
export interface ChatPlan extends ChatText {
  /** `go_on`: into the chat as it is; `begin`: as the first words; `roll`: into a new chat, in place of this one. */
  readonly kind: 'go_on' | 'begin' | 'roll';
  /** Messages and system parts that the chat surely knows before it. */
  readonly knows: ChatKnows;
}

/** State of a session's chat. */
export interface ChatState {
  /** Null: none is bound yet. */
  readonly binding: ModelBinding | null;
  /** The delivery of what it was asked last; null: there is none, or it is gone. */
  readonly job: DeliveryJob | null;
  /** true: its reply became a message of the session, on any branch. */
  readonly wasHeard: boolean;
}

/** A chat that took over from another is not left before it was asked so often. */
const LEAST_TURNS = 10;

/** How often one run may leave a chat for a new one. */
const MOST_ROLLS = 5;

/**
 * Decides what a chat is told. It goes on in a new chat where this one has grown beyond `maxTokens`, takes no more, or does
 * not know what was said since. Null: it would have to, but did so a short while ago, or too often.
 *
 * @param rolled How often the run has left a chat for a new one.
 */
export function planQuestion(
  { binding, job, wasHeard }: ChatState,
  prompt: ChatPrompt,
  {
    ref,
    maxTokens,
    rolled,
  }: { readonly ref: string; readonly maxTokens: number; readonly rolled: number },
): ChatPlan | null {
  const anew = fromTheStart(prompt, ref);
  if (binding === null) return { ...anew, kind: 'begin', knows: NOTHING };
  const knows = knowsNow(binding, { job, wasHeard }, prompt);
  const isFull = job?.lastErrorCode === 'conversation_full';
  if (knows?.through === null && !isFull) return { ...anew, kind: 'begin', knows };
  const goesOn = knows === null ? null : continued(knows, prompt, ref);
  const hasRoom = binding.tokens <= maxTokens && !isFull;
  if (goesOn !== null && knows !== null && hasRoom) return { ...goesOn, kind: 'go_on', knows };
  const isYoung = binding.rolledFrom !== null && binding.turns < LEAST_TURNS;
  if (isYoung || rolled >= MOST_ROLLS) return null;
  return { ...anew, kind: 'roll', knows: NOTHING };
}

const NOTHING: ChatKnows = { through: null, system: [] };

/** Returns what the chat knows now: the last question counts as far as it got there. Null: unknown. */
function knowsNow(
  { asked, sentThrough, system }: ModelBinding,
  { job, wasHeard }: Omit<ChatState, 'binding'>,
  { messages }: ChatPrompt,
): ChatKnows | null {
  if (asked === null) return { through: sentThrough, system };
  if (messages.some(({ id }) => id === asked.replyId))
    return { through: asked.replyId, system: asked.system };
  // It said something that this branch does not have.
  if (wasHeard) return null;
  const isThere = job === null ? null : wasSent(job);
  if (isThere === null) return null;
  return isThere
    ? { through: asked.through, system: asked.system }
    : { through: sentThrough, system };
}
