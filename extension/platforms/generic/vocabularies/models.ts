import { at, idAt, isObject, listAt, textAt } from '../../kit/json-value.ts';
import { ASIDE, endedBy, joined, textOfContent, type Vocabulary } from '../vocabulary.ts';

export const anthropic: Vocabulary = {
  name: 'anthropic',
  evidence: 'npm @anthropic-ai/sdk 1.12.0 (2026-11), message stream events',
  ends: 'mark',
  start() {
    const texts = new Map<unknown, string>();
    return (value) => {
      switch (textAt(value, 'type')) {
        case 'message_start':
          texts.clear();
          return {
            begins: true,
            messageId: idAt(value, 'message', 'uuid') ?? idAt(value, 'message', 'id'),
          };
        case 'content_block_start':
        case 'content_block_delta': {
          const block = at(value, 'content_block') ?? at(value, 'delta');
          if (!isObject(block)) return null;
          if (!/^text(?:_delta)?$/.test(textAt(block, 'type') ?? '')) return ASIDE;
          const index = at(value, 'index');
          const text = textAt(block, 'text') ?? '';
          // Citations cut a paragraph into blocks that follow each other: those go together as they are.
          texts.set(index, (texts.get(index) ?? '') + text);
          return { text, whole: () => joined(runsOf(texts)) };
        }
        case 'message_delta':
          // Some sites have a delta of this name for the text itself.
          return Object.hasOwn(at(value, 'delta') ?? {}, 'stop_reason')
            ? endedBy(at(value, 'delta', 'stop_reason'))
            : null;
        case 'message_stop':
          return { over: true };
        case 'content_block_stop':
          return ASIDE;
        default:
          return null;
      }
    };
  },
};

/** Neighbouring blocks are one stretch of text. */
function runsOf(texts: ReadonlyMap<unknown, string>): readonly string[] {
  const runs: string[] = [];
  let last = Number.NaN;
  for (const [index, text] of texts) {
    const isNext = index === last + 1;
    runs.push((isNext ? (runs.pop() ?? '') : '') + text);
    last = Number(index);
  }
  return runs;
}

export const google: Vocabulary = {
  name: 'google',
  evidence: 'npm @google/genai 2.32.0 (2026-11), streamGenerateContent as a list or events',
  ends: 'mark',
  start() {
    let isCalling = false;
    return (value) => {
      const blocked = at(value, 'promptFeedback', 'blockReason');
      if (blocked !== undefined) return { error: blocked };
      const [candidate] = listAt(value, 'candidates');
      if (candidate === undefined) return null;
      const parts = listAt(candidate, 'content', 'parts');
      isCalling ||= parts.some((part) => at(part, 'functionCall') !== undefined);
      return {
        text: textOfContent(parts),
        messageId: idAt(value, 'responseId'),
        // It is STOP for a call, too.
        ...(isCalling ? {} : endedBy(at(candidate, 'finishReason'))),
      };
    };
  },
};

export const cohere: Vocabulary = {
  name: 'cohere',
  evidence: 'npm cohere-ai 8.1.0 (2026-11), chat stream of v2 and v1',
  ends: 'mark',
  start: () => (value) => {
    switch (textAt(value, 'type') ?? textAt(value, 'event_type')) {
      case 'message-start':
      case 'stream-start':
        return { messageId: idAt(value, 'id') ?? idAt(value, 'generation_id') };
      case 'content-delta':
        return at(value, 'delta', 'message') === undefined
          ? null
          : { text: textAt(value, 'delta', 'message', 'content', 'text') ?? '' };
      case 'text-generation':
        return { text: textAt(value, 'text') ?? '' };
      case 'message-end':
        return { ...endedBy(at(value, 'delta', 'finish_reason')), over: true };
      case 'stream-end':
        return { ...endedBy(at(value, 'finish_reason')), over: true };
      default:
        return null;
    }
  },
};

export const ollama: Vocabulary = {
  name: 'ollama',
  evidence: 'npm ollama 0.6.4 (2026-11), chat and generate',
  ends: 'mark',
  start: () => (value) => {
    const over = at(value, 'done');
    const message = at(value, 'message');
    const isChat = at(message, 'role') === 'assistant';
    if (typeof over !== 'boolean' || !(isChat || typeof at(value, 'model') === 'string'))
      return null;
    return {
      text: textOfContent(isChat ? at(message, 'content') : at(value, 'response')),
      messageId: idAt(message, 'id'),
      ...(over && endedBy(at(value, 'done_reason') ?? 'stop')),
      over,
    };
  },
};

export const textGeneration: Vocabulary = {
  name: 'hf-tgi',
  evidence: 'npm @huggingface/tasks 0.21.54 (2026-11), text generation stream',
  ends: 'mark',
  start: () => (value) => {
    const token = at(value, 'token');
    const whole = at(value, 'generated_text');
    const isKnown = whole !== undefined || at(value, 'index') !== undefined;
    if (!isObject(token) || !isKnown) return null;
    const isOver = typeof whole === 'string';
    return {
      text: token['special'] === true ? '' : (textAt(token, 'text') ?? ''),
      ...(isOver && endedBy(at(value, 'details', 'finish_reason') ?? 'stop')),
      over: isOver,
      ...(isOver && { whole: () => whole }),
    };
  },
};

export const llamaServer: Vocabulary = {
  name: 'llama.cpp',
  evidence: 'llama.cpp tools/server, /completion, and clients of it (read 2026-11)',
  ends: 'mark',
  start: () => (value) => {
    const text = at(value, 'content');
    const over = at(value, 'stop');
    if (typeof text !== 'string' || typeof over !== 'boolean') return null;
    const isCut = at(value, 'stopped_limit') === true || at(value, 'stop_type') === 'limit';
    return { text, finished: over, over, ...(over && isCut && { complete: 'cut' }) };
  },
};
