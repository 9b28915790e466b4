import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import { nearNames } from '../../../../baa/near-names.ts';
import type { Tool } from './tool.ts';

/** The answer to a call of what does not exist: names what may have been meant. */
export function unknownTool(id: string, tools: readonly Tool[]): CodedError {
  const known = tools.map((tool) => tool.id);
  const near = nearNames(id, known).map((name) => `@${name}`);
  const guess = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  return {
    code: 'unknown_tool',
    text: `There is no @${id}.${guess} @conductor::describe lists what there is.`,
  };
}
