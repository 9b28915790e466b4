import { createHash } from 'node:crypto';

import type { ErrorCode } from '../../../../../shared/model/error-codes.ts';
import { composeResults } from '../../../baa/compose-results.ts';
import type { ModelBinding } from '../../heart/lineage/feature.ts';
import { chatManual } from './chat-manual.ts';
import { MALFORMED } from './find-calls.ts';
import type { ToolPart } from './message-part.ts';
import type { ChatPrompt } from './model-port.ts';
import type { PromptMessage } from './prompt.ts';

/** Parts of a session that a chat knows. */
export interface ChatKnows {
  /** See ModelBinding.sentThrough. */
  readonly through: string | null;
  /** See ModelBinding.system. */
  readonly system: readonly string[];
}

/** A message to a chat. */
export interface ChatText {
  readonly text: string;
  /** Part that is not Baton's own words: texts of the person, and results. */
  readonly foreignText: string;
  /** The last message that it says, and what of the system prompt the chat knows then. */
  readonly through: string;
  readonly system: ModelBinding['system'];
}

/** How many results a new chat is told of, the newest. */
const RESULTS_KEPT = 3;

/** Said where the chat knows everything already, as after a reply that never came. */
const GO_ON = 'Go on with the task.';

/**
 * Builds what a chat is still to be told; null where it cannot go on from what it knows: the session took another
 * branch, or another model spoke in between. Messages are compared by their ids and never by their text.
 *
 * @param ref A short name of the delivery, for people who look for it.
 */
export function continued(knows: ChatKnows, prompt: ChatPrompt, ref: string): ChatText | null {
  const { messages } = prompt;
  const at = messages.findIndex(({ id }) => id === knows.through);
  if (at === -1) return null;
  const rest = messages.slice(at + 1);
  if (rest.some(({ role }) => role === 'assistant')) return null;
  const system = systemParts(prompt);
  const news = system.filter((part) => !knows.system.includes(hashOf(part)));
  return textOf(news, rest.length === 0 ? [GO_ON] : said(rest, ref), prompt);
}

/** All that a chat must be told that knows nothing: the task, the person's words whole, and the newest results. */
export function fromTheStart(prompt: ChatPrompt, ref: string): ChatText {
  const { messages } = prompt;
  const results = messages.filter(({ role }) => role === 'tool').slice(-RESULTS_KEPT);
  const kept = messages.filter((one) => one.role === 'user' || results.includes(one));
  const isLater = messages.some(({ role }) => role === 'assistant');
  const heading = isLater
    ? '# So far\nThe person wrote the following, in this order; your own replies are left out, and so are older results.'
    : '# The person writes';
  return textOf([...systemParts(prompt), heading], said(kept, ref), prompt);
}

function textOf(own: readonly string[], foreign: readonly string[], prompt: ChatPrompt): ChatText {
  return {
    text: [...own, ...foreign].join('\n\n'),
    foreignText: foreign.join('\n\n'),
    through: prompt.messages.at(-1)?.id ?? '',
    system: systemParts(prompt).map(hashOf),
  };
}

function systemParts({ system, tools }: ChatPrompt): string[] {
  return [...system, chatManual(tools)].filter((part) => part !== '');
}

function said(messages: readonly PromptMessage[], ref: string): string[] {
  return messages.flatMap((message) => {
    if (message.role === 'user') return [message.text];
    return message.role === 'tool' ? [composeResults(ref, message.results.map(report))] : [];
  });
}

function report(part: ToolPart, position: number): Parameters<typeof composeResults>[1][number] {
  const name = part.type.slice('tool-'.length);
  return {
    position,
    name: name === MALFORMED ? null : name,
    id: part.toolCallId,
    outcome: outcomeOf(part),
  };
}

function outcomeOf(part: ToolPart): Parameters<typeof composeResults>[1][number]['outcome'] {
  switch (part.state) {
    case 'output-available': {
      const isText = typeof part.output === 'string';
      const text = isText ? part.output : JSON.stringify(part.output);
      return { ok: true, text, format: isText ? 'text' : 'json' };
    }
    case 'output-error': {
      const [code = 'internal'] = part.errorText.split(':', 1);
      const text = part.errorText.slice(code.length + 1).trim();
      return { ok: false, code: code as ErrorCode, text };
    }
    case 'output-denied':
      return { ok: false, code: 'action_denied', text: '' };
    case 'input-available':
    case 'approval-requested':
    case 'approval-responded':
      return { ok: false, code: 'cancelled', text: 'It has no result.' };
  }
}

function hashOf(part: string): string {
  return createHash('sha256').update(part).digest('base64url').slice(0, 16);
}

/** Estimated, and no exact count of any provider's: four letters to a token, or one sign of Chinese, Japanese, Korean. */
export function estimateTokens(text: string): number {
  const wide = text.match(/[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF]/g)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / 4);
}
