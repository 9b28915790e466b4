import { estimateTokenCount } from 'tokenx';

import type { PromptMessage } from './prompt.ts';

/** So many of the largest are named. */
const NAMED = 3;

/** About how many tokens a text is to any model: within a tenth for prose of most languages. */
export function tokensOf(text: string): number {
  return estimateTokenCount(text);
}

/** What messages come to, in tokens. */
export function tokensOfAll(messages: readonly PromptMessage[]): number {
  return messages.reduce((sum, message) => sum + tokensOfMessage(message), 0);
}

/** The largest of the messages, the largest first. */
export function sizesOf(
  messages: readonly PromptMessage[],
): readonly { readonly what: string; readonly tokens: number }[] {
  return messages
    .map((message) => ({ what: whatOf(message), tokens: tokensOfMessage(message) }))
    .toSorted((a, b) => b.tokens - a.tokens)
    .slice(0, NAMED);
}

function tokensOfMessage(message: PromptMessage): number {
  switch (message.role) {
    case 'user':
      return tokensOf(message.text);
    case 'assistant': {
      const inputs = message.calls.map(({ input }) => tokensOf(JSON.stringify(input)));
      return tokensOf(message.text) + inputs.reduce((sum, one) => sum + one, 0);
    }
    case 'tool':
      return message.results
        .map((part) =>
          part.state === 'output-error'
            ? tokensOf(part.errorText)
            : part.state === 'output-available'
              ? tokensOf(
                  typeof part.output === 'string' ? part.output : JSON.stringify(part.output),
                )
              : 0,
        )
        .reduce((sum, one) => sum + one, 0);
  }
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
