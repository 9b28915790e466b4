import { type Completeness, incompleteWords } from '../../../shared/model/completeness.ts';
import { EXIT } from './exit-codes.ts';
import { Failure } from './output.ts';

/** A script must not take a part for the reply. Null: there is none. @throws Failure (exit code 13) */
export function mustBeWhole(complete: Completeness | null): void {
  const text = incompleteWords(complete ?? 'whole');
  if (text !== null) throw new Failure({ code: 'reply_not_whole', text }, EXIT.notWhole);
}
