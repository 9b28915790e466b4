import { at, idAt, listAt, textAt } from '../../kit/json-value.ts';
import { ASIDE, endedBy, joined, textOfContent, type Vocabulary } from '../vocabulary.ts';

/** Also of Mistral, DeepSeek, xAI, vLLM, llama.cpp's and most gateways' `/v1/chat/completions`. */
export const openaiChat: Vocabulary = {
  name: 'openai-chat',
  evidence: 'npm openai 6.49.0 (2026-11), chat completions and completions',
  ends: 'mark',
  start() {
    let isClosed = false;
    /** Said with the first piece of a message, and meant of all of it. */
    let role = 'assistant';
    return (value) => {
      if (!Array.isArray(at(value, 'choices'))) return null;
      const choice = listAt(value, 'choices').find((each) => (at(each, 'index') ?? 0) === 0);
      const delta = at(choice, 'delta');
      const reason = at(choice, 'finish_reason') ?? null;
      role = textAt(delta ?? at(choice, 'message'), 'role') ?? role; // guard: whose-message
      const phase = textAt(delta, 'phase') ?? 'answer';
      const isAnswer = phase === 'answer' && role === 'assistant';
      const isPiece = delta !== undefined;
      const text = isAnswer ? textOfContent(at(delta, 'content') ?? at(choice, 'text')) : '';
      const message = isAnswer && !isPiece ? textOfContent(at(choice, 'message', 'content')) : '';
      // A gateway that runs tools itself continues after their call, with a message of its own.
      const begins = isClosed && text !== '';
      isClosed = reason !== null || (isClosed && !begins);
      return {
        begins,
        text,
        messageId: idAt(value, 'id'),
        ...endedBy(reason),
        // Not in chunks but whole, once or each time anew.
        ...(message !== '' && { whole: () => message }),
      };
    };
  },
};

/** Calls that the page has to answer before the model continues. */
const OPEN_CALL = /^(?:function|custom_tool|computer|local_shell|shell|apply_patch)_call$|approval/;

export const openaiResponses: Vocabulary = {
  name: 'openai-responses',
  evidence: 'npm openai 6.49.0 (2026-11), response stream events',
  ends: 'mark',
  start() {
    const parts = new Map<string, string>();
    /** Items that are comments on the way, or calls. */
    const asides = new Set<unknown>();
    let isOpen = false;
    const whole = (): string => joined(parts.values());
    return (value) => {
      const kind = textAt(value, 'type') ?? '';
      const key = `${idAt(value, 'output_index') ?? ''}/${idAt(value, 'content_index') ?? ''}`;
      switch (kind) {
        case 'response.created':
          parts.clear();
          return { begins: true, messageId: idAt(value, 'response', 'id') };
        case 'response.output_item.added':
          if (at(value, 'item', 'phase') === 'commentary') asides.add(at(value, 'item', 'id'));
          isOpen ||= OPEN_CALL.test(textAt(value, 'item', 'type') ?? '');
          return ASIDE;
        case 'response.output_text.delta':
        case 'response.refusal.delta': {
          const text = textAt(value, 'delta') ?? '';
          if (asides.has(at(value, 'item_id'))) return ASIDE;
          parts.set(key, (parts.get(key) ?? '') + text);
          return { text, whole };
        }
        case 'response.output_text.done': {
          const text = textAt(value, 'text');
          if (text !== null && !asides.has(at(value, 'item_id'))) parts.set(key, text);
          return { whole };
        }
        case 'response.completed':
          return { finished: !isOpen, over: true };
        case 'response.incomplete': {
          const reason = at(value, 'response', 'incomplete_details', 'reason');
          return { ...(isOpen ? {} : endedBy(reason)), over: true };
        }
        case 'response.failed':
          return { error: at(value, 'response', 'error') ?? true };
        default:
          return kind.startsWith('response.') ? ASIDE : null;
      }
    };
  },
};

export const openaiAssistants: Vocabulary = {
  name: 'openai-assistants',
  evidence: 'npm openai 6.49.0 (2026-11), assistant stream events',
  ends: 'mark',
  start: () => (value, name) => {
    if (!name.startsWith('thread.')) return null;
    switch (name) {
      case 'thread.message.created':
        return { begins: true, messageId: idAt(value, 'id') };
      case 'thread.message.delta': {
        const parts = listAt(value, 'delta', 'content');
        return { text: parts.map((part) => textAt(part, 'text', 'value') ?? '').join('') };
      }
      case 'thread.run.completed':
        return { finished: true };
      case 'thread.run.incomplete':
        return { finished: true, complete: 'cut' };
      case 'thread.run.failed':
        return { error: at(value, 'last_error') ?? true };
      default:
        return ASIDE;
    }
  },
};
