import type { JsonObject } from '../../../baa/json-value.ts';

/** Request of one agent to another. */
export interface SubTask {
  readonly task: string;
  /** Scope of this worker alone: two of one run may not have the same. */
  readonly scope: string;
  readonly stopCondition: string | null;
  /** Patterns of tools that it is to keep to; null: all that it has. */
  readonly allowedTools: readonly string[] | null;
  readonly budget: {
    readonly steps: number;
    readonly toolCalls: number;
    readonly tokens: number;
  };
  readonly outputSchema: JsonObject;
}

/** The first message to a worker: it knows nothing else of what it is asked for. */
export function taskPrompt(asked: SubTask): string {
  const { steps, toolCalls, tokens } = asked.budget;
  const { stopCondition, allowedTools } = asked;
  return [
    `# Task\n${asked.task}`,
    `# Scope\n${asked.scope}\nWhat lies outside of it is the work of others.`,
    ...(stopCondition === null ? [] : [`# Stop\n${stopCondition}`]),
    ...(allowedTools === null ? [] : [`# Tools\nOnly these: ${allowedTools.join(', ')}.`]),
    `# Budget\n${steps} steps, ${toolCalls} tool calls and ${tokens.toLocaleString('en-US')} tokens. Come to an end before they are spent.`,
    `# Answer\nOne JSON object, and nothing beside it, that fits this JSON Schema:\n${JSON.stringify(asked.outputSchema)}`,
  ].join('\n\n');
}
