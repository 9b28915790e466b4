import type * as z from 'zod/mini';

const MOST_CHOICES = 8;
const MOST_SHOWN = 40;

/**
 * Says what a field was expected to hold and what came instead. zod/mini has no words of its own, and its language
 * packs do not name what came. A text is quoted only where a fixed word was expected: nowhere else, since a frame
 * carries a token and people's messages, and this ends up in logs.
 */
export function explainIssue(issue: z.core.$ZodRawIssue): string {
  const { input } = issue;
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${issue.expected}, got ${kindOf(input)}`;
    case 'invalid_value':
      return `expected ${choices(issue.values)}, got ${shown(input)}`;
    case 'too_small':
      return `expected ${issue.inclusive ? 'at least' : 'more than'} ${amount(issue.minimum, input)}`;
    case 'too_big':
      return `expected ${issue.inclusive ? 'at most' : 'less than'} ${amount(issue.maximum, input)}`;
    default:
      return 'out of shape';
  }
}

function choices(values: readonly z.core.util.Primitive[]): string {
  if (values.length > MOST_CHOICES) return 'a value of the list';
  return values.map((value) => shown(value)).join(' or ');
}

function amount(limit: number | bigint, input: unknown): string {
  if (typeof input === 'string') return `${limit} characters, got ${input.length}`;
  if (Array.isArray(input)) return `${limit} items, got ${input.length}`;
  return `${limit}, got ${shown(input)}`;
}

function shown(value: unknown): string {
  if (typeof value === 'string') {
    const isShort = value.length <= MOST_SHOWN;
    return isShort ? JSON.stringify(value) : `a string of ${value.length} characters`;
  }
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : kindOf(value);
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number' && !Number.isInteger(value)) return 'a fraction';
  return typeof value;
}
