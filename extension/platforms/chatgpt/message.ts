import type { Completeness } from '../../../shared/model/completeness.ts';
import { at, idAt, listAt, textAt } from '../kit/json-value.ts';
import { withoutMarks } from '../kit/private-marks.ts';

/** A message of the site, from a stream or from history: the shape is the same. */
export interface ChatgptMessage {
  readonly id: string;
  readonly role: string;
  /** Meant for the person as the answer: no thinking, no tool call, no hidden note. */
  readonly isAnswer: boolean;
  readonly isHidden: boolean;
  /** How the turn ended, as the site says; null: it has not. */
  readonly end: Completeness | null;
  readonly value: unknown;
}

const TEXT_KINDS = new Set<unknown>(['text', 'multimodal_text']);

/** Null when the value is not a message with an id. Cheap: it is called for every edit of a stream. */
export function readMessage(value: unknown): ChatgptMessage | null {
  const id = idAt(value, 'id');
  const role = textAt(value, 'author', 'role');
  if (id === null || role === null) return null;
  const isHidden = at(value, 'metadata', 'is_visually_hidden_from_conversation') === true;
  return {
    id,
    role,
    isAnswer: role === 'assistant' && isText(value) && !isHidden && isForThePerson(value),
    isHidden,
    end: endOf(value),
    value,
  };
}

/** Some plans tell no details: then the end of the turn alone says it. */
function endOf(value: unknown): Completeness | null {
  const isOver = at(value, 'status') === 'finished_successfully' && at(value, 'end_turn') === true;
  if (!isOver) return null;
  switch (at(value, 'metadata', 'finish_details', 'type')) {
    case 'interrupted':
      return 'stopped';
    case 'max_tokens':
    case 'incomplete':
      return 'cut';
    default:
      return 'whole';
  }
}

/** The text as a person reads it: private markers are gone from what the assistant wrote. */
export function textOf(message: ChatgptMessage): string {
  if (!isText(message.value)) return '';
  const raw = rawTextOf(message);
  return message.role === 'assistant' ? withoutMarks(raw) : raw;
}

export function rawTextOf(message: ChatgptMessage): string {
  const parts = listAt(message.value, 'content', 'parts');
  return parts.filter((part) => typeof part === 'string').join('');
}

function isText(message: unknown): boolean {
  return TEXT_KINDS.has(at(message, 'content', 'content_type'));
}

function isForThePerson(message: unknown): boolean {
  const recipient = at(message, 'recipient') ?? 'all';
  const channel = at(message, 'channel') ?? 'final';
  return (
    recipient === 'all' &&
    channel === 'final' && // guard: answer-alone
    at(message, 'metadata', 'is_thinking_preamble_message') !== true
  );
}
