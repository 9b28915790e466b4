import type { Said, WireRequest } from '../../tests/kit/model-server.ts';
import { askedIn, turnIn } from './site-log.ts';
import { callsOfTeam } from './team-script.ts';

/**
 * Returns the model's words: it sends the message that its turn asks for, or does what its team asks for, and ends when
 * it has an answer.
 */
export function sayNext({ messages }: WireRequest): Said {
  const last = messages.at(-1);
  const asked = last?.role === 'user' ? callsOfTeam(last.content ?? '') : [];
  if (asked.length > 0)
    return { calls: asked.map(({ method, params }) => [`run::${method}`, JSON.stringify(params)]) };
  const turn = turnIn(last?.content ?? '');
  if (last?.role !== 'user' || turn === null) return { text: 'That is all.' };
  const [, to = ''] = / to (\S+)/.exec(last.content ?? '') ?? [];
  const text = `Please: ${askedIn(turn)}`;
  return { calls: [['conversation__send', JSON.stringify({ to, text })]] };
}
