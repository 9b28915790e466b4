import type { ResponseOf } from '../../../shared/api/operations.ts';
import { bytesOf } from '../../parts/bytes.ts';
import { spanOf } from '../../parts/time.tsx';
import { numberText } from '../../words/formats.ts';
import type { WordKey } from '../../words/word.ts';

export type Answered = ResponseOf<'listSeries'>;

export type Series = Answered['items'][number];

export const SPANS = ['15m', '1h', '6h'] as const;

export type Span = (typeof SPANS)[number];

/** Series drawn together: one number, and one that is read beside it. */
export interface Card {
  readonly says: WordKey;
  readonly name: Series['name'];
  readonly beside?: { readonly name: Series['name']; readonly says: WordKey };
  /** More of it is worse. */
  readonly bad?: boolean;
}

export const CARDS: readonly Card[] = [
  { name: 'deliveries', says: 'number_deliveries' },
  { name: 'deliveries_open', says: 'number_deliveries_open' },
  {
    name: 'to_acked_p50',
    says: 'number_to_acked',
    beside: { name: 'to_acked_p95', says: 'number_p95' },
  },
  { name: 'to_final_p50', says: 'number_to_final' },
  { name: 'failed', says: 'number_failed', bad: true },
  { name: 'approvals_open', says: 'number_approvals' },
  { name: 'tool_runs', says: 'number_tool_runs' },
  { name: 'commit_p95', says: 'number_commits' },
  { name: 'memory', says: 'number_memory' },
  { name: 'database', says: 'number_database' },
  { name: 'browsers', says: 'number_browsers' },
];

/** A value with its unit; – where nothing was measured. */
export function valueText(unit: Series['unit'], value: number | null): string {
  if (value === null) return '–';
  if (unit === 'bytes') return bytesOf(value);
  return unit === 'ms' ? spanOf(value) : numberText(value);
}

/** As the address says it; without, an hour. */
export function spanIn(query: Readonly<Record<string, string>>): Span {
  return SPANS.find((span) => span === query['span']) ?? '1h';
}
