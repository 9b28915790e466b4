import { at, isObject, textAt } from '../kit/json-value.ts';
import { isNoAnswer } from './names.ts';

/** GraphQL: what is called `query` is no words, but says what to do. */
const PROGRAM = /(?:^|[\n}])\s{0,20}(query|mutation|subscription)\b[^{}]{0,400}\{/;

/**
 * Returns the variables of a GraphQL program; none where it only asks. Null: no program has these fields, nor has their
 * payload, as over a socket.
 */
export function givenToProgram(sent: unknown): object | null {
  const fields = at(sent, 'payload') ?? sent;
  const kind = PROGRAM.exec(textAt(fields, 'query') ?? '')?.[1];
  if (kind === undefined) return null;
  const given = at(fields, 'variables');
  return kind !== 'query' && isObject(given) ? given : {};
}

/** Returns the answer of a program, without the name that its site gave to the operation. */
export function withoutFieldName(answer: unknown): unknown {
  const payload = at(answer, 'payload');
  if (isObject(answer) && payload !== undefined)
    return { ...answer, payload: withoutFieldName(payload) };
  const fields = Object.entries(at(answer, 'data') ?? {}).filter(([name]) => !isNoAnswer(name));
  const [only, ...others] = fields.map(([, field]: [string, unknown]) => field).filter(isObject);
  return isObject(answer) && only && others.length === 0 ? { ...answer, data: only } : answer;
}
