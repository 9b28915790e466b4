import type { PolicyDecision } from '../../conductor/src/features/heart/policy/rows.ts';
import type { Manual } from '../../conductor/src/features/heart/actions/tools/manual.ts';
import type { Tool } from '../../conductor/src/features/heart/actions/tools/tool.ts';

/** A manual of these tools, each with what the policy is to say of it; `down` are targets that cannot be asked. */
export function manualOf(
  tools: readonly Tool[],
  decisions: Readonly<Record<string, PolicyDecision>> = {},
  down: Readonly<Record<string, string>> = {},
): Manual {
  const names = [...new Set([...tools.map(({ target }) => target), ...Object.keys(down)])];
  return {
    targets: (_conversationKey, only) =>
      Promise.resolve(
        names
          .filter((target) => only === undefined || only === target)
          .map((target) => ({
            target,
            tools: tools
              .filter((tool) => tool.target === target)
              .map((tool) => ({ tool, decision: decisions[tool.id] ?? 'run', changed: null })),
            down: down[target] ?? null,
          })),
      ),
  };
}
