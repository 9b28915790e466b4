import type * as z from 'zod';

import type { ApiError } from './operation.ts';

/** The first fault of a part of a request, by its field, in words of our own. */
export function faultOf(part: string, { issues: [issue] }: z.ZodError): ApiError {
  if (issue === undefined) return faultAt([part], 'is invalid');
  const [unknownKey] = issue.code === 'unrecognized_keys' ? issue.keys : [];
  const path = [part, ...issue.path.map(String)];
  if (unknownKey !== undefined) return faultAt([...path, unknownKey], 'there is no such field');
  return faultAt(path, inWords(issue));
}

function faultAt(path: readonly string[], why: string): ApiError {
  const field = path.join('.');
  return { code: 'invalid_request', text: `${field}: ${why}.`, field };
}

/** Names that people use for the library's types. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

/** Units of a size, by type. */
const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };

function inWords(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? 'is missing'
        : `is ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `is ${String(issue.values[0])}`
        : `is one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'is empty';
      return `is at least ${issue.minimum}${UNITS[issue.origin] ?? ''}`;
    case 'too_big':
      return `is at most ${issue.maximum}${UNITS[issue.origin] ?? ''}`;
    case 'invalid_format':
      return issue.format === 'regex' ? issue.message : `is no ${issue.format}`;
    case 'invalid_union':
      return 'has none of the shapes it may have';
    default:
      return issue.message.replace(/\.$/, '');
  }
}
