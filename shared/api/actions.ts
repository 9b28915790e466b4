import * as z from 'zod';

import { one, operation, plain } from './define.ts';
import {
  epochMs,
  fault,
  identifier,
  inConversation,
  instructionStatus,
  jsonObject,
  pageOf,
  paging,
  risk,
} from './fields.ts';

export const instruction = z.object({
  instruction_id: identifier,
  local_conversation_id: identifier,
  assistant_message_id: z.string(),
  position: z.int(),
  action: z
    .string()
    .nullable()
    .meta({ description: '`target::tool`; null: it could not be read.' }),
  params: jsonObject,
  risk,
  status: instructionStatus,
  result: z.object({ text: z.string(), format: z.enum(['text', 'json']) }).nullable(),
  error: fault.nullable(),
  created_at: epochMs,
  started_at: epochMs.nullable(),
  finished_at: epochMs.nullable(),
});

export const actionsOperations = {
  listInstructions: operation({
    ...plain,
    method: 'GET',
    path: '/v1/instructions',
    tag: 'actions',
    scope: 'watch',
    summary: 'Actions that assistants asked for, the newest first.',
    query: paging.extend({ ...inConversation.shape, status: instructionStatus.optional() }),
    response: pageOf(instruction),
    errors: ['not_found'],
  }),
  getInstruction: operation({
    ...one,
    method: 'GET',
    path: '/v1/instructions/:id',
    tag: 'actions',
    scope: 'watch',
    summary: 'One action.',
    response: instruction,
  }),
  cancelInstruction: operation({
    ...one,
    method: 'POST',
    path: '/v1/instructions/:id/cancel',
    tag: 'actions',
    scope: 'answer',
    summary: 'Cancels an action that waits or runs; the assistant is told.',
    response: instruction,
    errors: ['not_found', 'invalid_transition'],
  }),
};
