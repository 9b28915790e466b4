import { at, isObject, textAt } from '../kit/json-value.ts';
import { isNoAnswer } from './names.ts';

/** GraphQL: what is called `query` is no words, but says what to do. */
const PROGRAM = /(?:^|[\n}])\s*(query|mutation|subscription)\b[^{}]*\{/;

/** What a program of GraphQL is given: nothing, where it only asks. Null: these are the fields of none. */
export function givenToProgram(fields: unknown): object | null {
  const kind = PROGRAM.exec(textAt(fields, 'query') ?? '')?.[1];
  if (kind === undefined) return null;
  const given = at(fields, 'variables');
  return kind !== 'query' && isObject(given) ? given : {};
}

/** What a program answers, without the name that its site gave to what it did. */
export function withoutFieldName(answer: unknown): unknown {
  const fields = Object.entries(at(answer, 'data') ?? {}).filter(([name]) => !isNoAnswer(name));
  const [only, ...others] = fields.map(([, field]: [string, unknown]) => field).filter(isObject);
  return isObject(answer) && only && others.length === 0 ? { ...answer, data: only } : answer;
}
