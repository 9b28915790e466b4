import type { JsonObject } from '../../../baa/json-value.ts';
import type { AgentDefinition } from './agent-definition.ts';

/** Answer schema of a worker that names none of its own. */
export const WORKER_RESULT: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['summary', 'evidence'],
  properties: {
    summary: { type: 'string', maxLength: 2_000 },
    evidence: {
      type: 'array',
      maxItems: 50,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['claim'],
        properties: {
          claim: { type: 'string', maxLength: 1_000 },
          source_url: { type: 'string', maxLength: 2_000 },
          artifact_id: { type: 'string', maxLength: 200 },
          message_id: { type: 'string', maxLength: 200 },
          quote: { type: 'string', maxLength: 300 },
        },
      },
    },
    openQuestions: { type: 'array', items: { type: 'string', maxLength: 500 }, maxItems: 20 },
    nextSteps: { type: 'array', items: { type: 'string', maxLength: 500 }, maxItems: 20 },
  },
};

/** How an agent ends. @param isAsked Another agent reads its answer. */
export function completionFor(
  { outputSchema }: Pick<AgentDefinition, 'outputSchema'>,
  isAsked: boolean,
): readonly string[] {
  if (!isAsked) return ['When nothing is left to do, answer in words and call no tool.'];
  return [
    'When nothing is left to do, call no tool and answer with one JSON object, and nothing beside it, that fits this JSON Schema:',
    JSON.stringify(outputSchema ?? WORKER_RESULT),
  ];
}
