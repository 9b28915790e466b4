import type { Tool } from '../../heart/actions/feature.ts';
import { chatManual } from '../../minds/agents/feature.ts';

/** How workers of a run that are chats call its tools. */
export interface Manuals {
  readonly planner: string;
  readonly worker: string;
}

export function manualsOf(planner: readonly Tool[], worker: readonly Tool[]): Manuals {
  return { planner: manualOf(planner), worker: manualOf(worker) };
}

function manualOf(tools: readonly Tool[]): string {
  return chatManual(
    tools.map(({ id: name, help: description, paramsSchema }) => ({
      name,
      description,
      paramsSchema,
      asks: false,
      cost: null,
    })),
  );
}
