import { nearNames } from './near-names.ts';
import { failed, type Tool, type ToolOutcome } from './tool.ts';

/** The answer to a call of what does not exist: names what may have been meant. */
export function unknownTool(id: string, tools: readonly Tool[]): ToolOutcome {
  const known = tools.map((tool) => tool.id);
  const near = nearNames(id, known).map((name) => `@${name}`);
  const guess = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  return failed(
    'unknown_tool',
    `There is no @${id}.${guess} @conductor::describe lists what there is.`,
  );
}
