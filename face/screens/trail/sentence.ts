import type { AuditEventView } from '../../api/live.ts';
import { eventWords } from '../../words/event-words.ts';
import { word } from '../../words/word.ts';

/** An event said in words: who did what, about what. */
export interface Sentence {
  readonly who: string;
  /** A type that nobody has words for is said as it is. */
  readonly did: string;
  /** Names are a program's or a page's: shown apart. Null: the words say it all. */
  readonly about: string | null;
}

export function sentenceOf({ type, actor, subject_id: subject, detail }: AuditEventView): Sentence {
  const via = detail['via'] ?? detail['by'];
  const how = actor === 'person' && typeof via === 'string' ? ` (${via})` : '';
  return {
    who: `${actorName(actor)}${how}`,
    did: eventWords(type) ?? type,
    about: aboutOf(type, subject, detail),
  };
}

function actorName(actor: string): string {
  if (actor === 'person') return word('actor_person');
  return actor.startsWith('client:') ? word('actor_client') : word('actor_conductor');
}

const PARTS = ['cut', 'stopped', 'unproven'] as const;

/** Returns the words that tell this event from others of its type. */
function aboutOf(type: string, subject: string, detail: AuditEventView['detail']): string | null {
  const [topic] = type.split('.');
  if (topic === 'setting' || topic === 'account') return subject;
  const change = [detail['from'], detail['to']];
  if (type === 'conversation.mode_set' && change.every((one) => typeof one === 'string')) {
    return change.join(' → ');
  }
  const part = PARTS.find((one) => one === detail['complete']);
  if (part !== undefined) return word(`reply_${part}`);
  // What a browser says of itself is long, and stands in the details.
  if (topic === 'face_session') return null;
  for (const name of ['action', 'tool', 'code', 'browser', 'reason']) {
    const value = detail[name];
    if (typeof value === 'string') return value;
  }
  return null;
}
