import { isToolPart, type MessagePart, type ToolPart } from './message-part.ts';
import type { AgentMessage } from './rows.ts';

/** Message to a model, in a form of no provider. `id` is the same each time, whatever was compressed. */
export type PromptMessage =
  | { readonly id: string; readonly role: 'user'; readonly text: string }
  | {
      readonly id: string;
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly ToolPart[];
    }
  /** Results of the calls of the assistant's message before it. */
  | { readonly id: string; readonly role: 'tool'; readonly results: readonly ToolPart[] };

/**
 * The messages of a session as a model reads them. A call without a result is left out, with what it asked for: no
 * provider takes one.
 */
export function promptOf(
  messages: readonly Pick<AgentMessage, 'messageId' | 'role' | 'parts'>[],
): readonly PromptMessage[] {
  return messages.flatMap(({ messageId: id, role, parts }) =>
    role === 'user'
      ? [{ id, role, text: textOf(parts) }]
      : stepsOf(parts).flatMap((step, index) => [
          ...step.steers,
          ...ofStep(replyId(id, index), step.parts),
        ]),
  );
}

/** The messages with more to read below the newest words of the person: data, which no system block may hold. */
export function withContext(
  messages: readonly PromptMessage[],
  context: readonly string[],
): readonly PromptMessage[] {
  const newest = messages.findLastIndex(({ role }) => role === 'user');
  return messages.map((message, index) =>
    index === newest && message.role === 'user' && context.length > 0
      ? { ...message, text: [message.text, ...context].join('\n\n') }
      : message,
  );
}

/** The id under which a step's reply stands in a prompt: that of the `index`-th step (from 0) of its message. */
export function replyId(messageId: string, index: number): string {
  return `${messageId}.${index}`;
}

function ofStep(id: string, parts: readonly MessagePart[]): PromptMessage[] {
  const calls = parts.filter(isToolPart).filter(({ state }) => state.startsWith('output-'));
  const text = textOf(parts);
  if (text === '' && calls.length === 0) return [];
  return [
    { id, role: 'assistant', text, calls },
    ...(calls.length === 0 ? [] : [{ id: `${id}.results`, role: 'tool', results: calls } as const]),
  ];
}

/** A step of a message, with what the person said before it. */
interface Told {
  readonly steers: readonly PromptMessage[];
  readonly parts: readonly MessagePart[];
}

function stepsOf(parts: readonly MessagePart[]): Told[] {
  const steps: { steers: PromptMessage[]; parts: MessagePart[] }[] = [];
  let steers: PromptMessage[] = [];
  for (const part of parts) {
    if (part.type === 'steering-message') {
      steers.push({ id: part.id, role: 'user', text: textOf(part.parts) });
      continue;
    }
    if (part.type === 'step-start' || steps.length === 0) {
      steps.push({ steers, parts: [] });
      steers = [];
    }
    if (part.type !== 'step-start') steps.at(-1)?.parts.push(part);
  }
  return steps;
}

function textOf(parts: readonly { readonly type: string; readonly text?: string }[]): string {
  return parts.flatMap(({ type, text }) => (type === 'text' ? [text ?? ''] : [])).join('\n');
}
