import * as z from 'zod';

import type { ResponseOf } from '../../../../../../shared/api/operations.ts';
import type { ToolDescription, ToolPin } from './rows.ts';

type ToolChange = ResponseOf<'listToolChanges'>['items'][number];

const jsonObject = z.record(z.string(), z.json());

/** Null for a tool that is as it was accepted. */
export function toolChangeView(pin: ToolPin): ToolChange | null {
  const { toolId, description, acceptedAt, changed } = pin;
  if (changed === null) return null;
  return {
    tool: toolId,
    sha256: changed.sha256,
    accepted: descriptionView(description),
    now: descriptionView(changed.description),
    accepted_at: acceptedAt,
    changed_at: changed.at,
  };
}

function descriptionView({ help, hints, paramsSchema }: ToolDescription) {
  return { help, hints: jsonObject.parse(hints), params_schema: jsonObject.parse(paramsSchema) };
}
