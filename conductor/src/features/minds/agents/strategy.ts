import { oneLine } from '../../../baa/one-line.ts';
import type { AgentDefinition } from './agent-definition.ts';

/** How an agent goes about its task, by its kind. @param workers Agents that it may ask. */
export function strategyOf(
  { kind, limits }: Pick<AgentDefinition, 'kind' | 'limits'>,
  workers: readonly Pick<AgentDefinition, 'agentId' | 'description'>[],
): readonly string[] {
  if (kind === 'worker')
    return [
      'Do the task that you were given, and nothing beside it.',
      'Take the shortest way: as few calls as answer it, and stop when it is answered.',
      'Keep long texts out of your answer: name where they stand.',
    ];
  if (workers.length === 0)
    return ['Take the shortest way. Before you call a tool, know what you want of it.'];
  return [
    'Answer by yourself, or by one tool call, where that is enough: then ask no worker.',
    'Ask a worker, by agent::sub-agent, for what needs searches, several sources or a long chain of calls, or whose detail nobody needs here.',
    `How many: one for one chain of work, two or three to compare, four or five for breadth; never more than ${limits.workers}.`,
    'Give each a scope that overlaps with no other, what it has to bring back, and when to stop. A worker knows nothing of this conversation: say all that it needs.',
    'Put their results together yourself: weigh them, say where they disagree, and keep the sources.',
    'Workers:',
    // On further lines one could pass for a part of the prompt.
    ...workers.map(({ agentId, description }) => `- ${agentId}: ${oneLine(description)}`),
  ];
}
