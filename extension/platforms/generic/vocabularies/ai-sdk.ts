import { at, idAt, listAt, textAt } from '../../kit/json-value.ts';
import { ASIDE, endedBy, joined, type Said, type Vocabulary } from '../vocabulary.ts';

const UI_KIND =
  /^(?:start|finish|abort|error|message-metadata|steering-message|custom|file|(?:reset|start|finish)-step|(?:text|reasoning)-(?:start|delta|end)|tool-.*|data-.*|source-.*)$/;

/** Also over a WebSocket, where each chunk has an envelope. */
export const aiSdkUi: Vocabulary = {
  name: 'ai-sdk-ui',
  evidence: 'UI message stream of npm ai 5.0.277, 6.0.326 and 7.0.173 (2026-11)',
  ends: 'mark',
  start() {
    let parts: string[] = [];
    let beforeStep = 0;
    /** The page runs these before the model continues. */
    const calls = new Set<unknown>();
    const whole = (): string => joined(parts);
    return (value): Said | null => {
      const kind = textAt(value, 'type') ?? '';
      const call = at(value, 'toolCallId');
      switch (kind) {
        case 'start':
          return { messageId: idAt(value, 'messageId') };
        case 'start-step':
          beforeStep = parts.length;
          return ASIDE;
        case 'reset-step':
          parts = parts.slice(0, beforeStep);
          return { whole };
        case 'text-start':
          parts.push('');
          return ASIDE;
        case 'text-delta': {
          const text = textAt(value, 'delta');
          if (text === null) return null;
          parts.push((parts.pop() ?? '') + text);
          return { text, whole };
        }
        case 'tool-input-available':
        case 'tool-approval-request':
          if (at(value, 'providerExecuted') !== true) calls.add(call);
          return ASIDE;
        case 'tool-output-available':
        case 'tool-output-error':
        case 'tool-output-denied':
          calls.delete(call);
          return ASIDE;
        case 'finish': {
          const reason = at(value, 'finishReason') ?? 'stop';
          return { ...(calls.size === 0 && endedBy(reason)), over: true };
        }
        case 'abort':
          return { error: textAt(value, 'reason') ?? 'The answer was stopped.' };
        case 'error':
          return typeof at(value, 'errorText') === 'string'
            ? { error: at(value, 'errorText') }
            : null;
        default:
          return UI_KIND.test(kind) ? ASIDE : null;
      }
    };
  },
};

/** Lines `code:json`; assistant-ui's data stream has the same codes and some of its own. */
export const aiSdkData: Vocabulary = {
  name: 'ai-sdk-data',
  evidence: 'data stream of npm ai 4.3.19; assistant-stream 0.3.44 (2026-11)',
  ends: 'mark',
  start() {
    const steps = [''];
    const calls = new Set<unknown>();
    const whole = (): string => joined(steps);
    return (value, code) => {
      switch (code) {
        case '0':
        case 'aui-text-delta': {
          const text = typeof value === 'string' ? value : (textAt(value, 'textDelta') ?? '');
          steps.push((steps.pop() ?? '') + text);
          return { text, whole };
        }
        case 'f':
          return { messageId: idAt(value, 'messageId') };
        case '9':
          calls.add(at(value, 'toolCallId'));
          return ASIDE;
        case 'a':
          calls.delete(at(value, 'toolCallId'));
          return ASIDE;
        case 'e':
          if (at(value, 'isContinued') !== true) steps.push('');
          return ASIDE;
        case 'd': {
          return { ...(calls.size === 0 && endedBy(at(value, 'finishReason'))), over: true };
        }
        case '3':
          return { error: value };
        default:
          return /^(?:[0-9a-k]|aui-[\w-]+)$/.test(code) ? ASIDE : null;
      }
    };
  },
};

export const assistantTransport: Vocabulary = {
  name: 'assistant-transport',
  evidence: 'AssistantTransport of npm assistant-stream 0.3.44 (2026-11)',
  ends: 'mark',
  start() {
    const kinds: (string | null)[] = [];
    const texts = new Map<unknown, string>();
    const whole = (): string => joined(texts.values());
    return (value) => {
      switch (textAt(value, 'type')) {
        case 'part-start':
          kinds.push(textAt(value, 'part', 'type'));
          return ASIDE;
        case 'text-delta': {
          const text = textAt(value, 'textDelta');
          const [part] = listAt(value, 'path');
          if (text === null) return null;
          // Parts of the AI SDK's own stream have the same name for it, and no parts begin there.
          const kind = kinds[typeof part === 'number' ? part : kinds.length - 1] ?? 'text';
          if (kind !== 'text') return ASIDE;
          texts.set(part, (texts.get(part) ?? '') + text);
          return { text, whole };
        }
        case 'message-finish':
          return endedBy(at(value, 'finishReason'));
        case 'finish':
          return { ...endedBy(at(value, 'finishReason')), over: true };
        case 'part-finish':
        case 'step-start':
        case 'step-finish':
          return ASIDE;
        default:
          return null;
      }
    };
  },
};
