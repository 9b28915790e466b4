import type { JsonValue } from '../../baa/json-value.ts';

/**
 * A part of a message, in the shape that clients of the AI SDK read (`UIMessage`, https://ai-sdk.dev): what one of them
 * streamed and what is stored here are the same.
 */
export type MessagePart =
  | { readonly type: 'text'; readonly text: string; readonly state: 'done' }
  | { readonly type: 'reasoning'; readonly text: string; readonly state: 'done' }
  | { readonly type: 'step-start' }
  | ToolPart;

/** A tool call with its result. `type` is `tool-` and the tool's own name. */
export type ToolPart = {
  readonly type: `tool-${string}`;
  readonly toolCallId: string;
  readonly input: JsonValue;
} & (
  | { readonly state: 'input-available' }
  | { readonly state: 'output-available'; readonly output: JsonValue }
  | { readonly state: 'output-error'; readonly errorText: string }
);

export function isToolPart(part: MessagePart): part is ToolPart {
  return part.type.startsWith('tool-');
}
