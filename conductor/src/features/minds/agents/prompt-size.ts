import { estimateTokenCount } from 'tokenx';

import type { ToolPart } from './message-part.ts';
import type { PromptMessage } from './prompt.ts';

/** So many of the largest are named. */
const NAMED = 3;

/** About how many tokens a text is to any model: within a tenth for prose of most languages. */
export function tokensOf(text: string): number {
  return estimateTokenCount(text);
}

/** Counts the tokens of messages. */
export function tokensOfAll(messages: readonly PromptMessage[]): number {
  return messages.reduce((sum, message) => sum + tokensOfMessage(message), 0);
}

/** The largest of the messages, the largest first. */
export function largestOf(
  messages: readonly PromptMessage[],
): readonly { readonly what: string; readonly tokens: number }[] {
  return messages
    .map((message) => ({ message, tokens: tokensOfMessage(message) }))
    .toSorted((a, b) => b.tokens - a.tokens)
    .slice(0, NAMED)
    .map(({ message, tokens }) => ({ what: whatOf(message), tokens }));
}

function tokensOfMessage(message: PromptMessage): number {
  switch (message.role) {
    case 'user':
      return tokensOf(message.text);
    case 'assistant':
      return (
        tokensOf(message.text) +
        message.calls.reduce((sum, part) => sum + sizeOf(part).input.tokens, 0)
      );
    case 'tool':
      return message.results.reduce((sum, part) => sum + sizeOf(part).output.tokens, 0);
  }
}

/** Length of a text in UTF-16 units, and its tokens. */
interface Size {
  readonly length: number;
  readonly tokens: number;
}

/** A call and its result never change, and each step counts those of all steps before it. */
const sizes = new WeakMap<ToolPart, { readonly input: Size; readonly output: Size }>();

/** Measures the input of a call and its result, as texts. */
export function sizeOf(part: ToolPart): { readonly input: Size; readonly output: Size } {
  const known = sizes.get(part);
  if (known !== undefined) return known;
  const { input: asked } = part;
  const input = typeof asked === 'string' ? asked : JSON.stringify(asked);
  const output = outputOf(part);
  const size = {
    input: { length: input.length, tokens: tokensOf(input) },
    output: { length: output.length, tokens: tokensOf(output) },
  };
  sizes.set(part, size);
  return size;
}

function outputOf(part: ToolPart): string {
  if (part.state === 'output-error') return part.errorText;
  if (part.state !== 'output-available') return '';
  return typeof part.output === 'string' ? part.output : JSON.stringify(part.output);
}

function whatOf(message: PromptMessage): string {
  switch (message.role) {
    case 'user':
      return 'words of the person';
    case 'assistant':
      return 'words and calls of the model';
    case 'tool':
      return `results of ${[...new Set(message.results.map(({ type }) => type.slice('tool-'.length)))].join(', ')}`;
  }
}
