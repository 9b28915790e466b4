import { at, idAt, isObject, listAt, textAt } from '../../kit/json-value.ts';
import { ASIDE, idChanges, type Said, textOfContent, type Vocabulary } from '../vocabulary.ts';

const OTHER_EVENT =
  /^(?:(?:RUN|STEP|STATE|TOOL_CALL|TEXT_MESSAGE|REASONING|THINKING|ACTIVITY|SUBAGENT)_|RAW$|CUSTOM$)/;

/** Also of TanStack AI, which has the same names. */
export const agUi: Vocabulary = {
  name: 'ag-ui',
  evidence: 'npm @ag-ui/core 1.0.0 (2026-11)',
  ends: 'mark',
  start() {
    /** The last thing said was a call: the page may have to answer it. */
    let isCalling = false;
    const isOther = idChanges();
    return (value): Said | null => {
      const kind = textAt(value, 'type') ?? '';
      switch (kind) {
        case 'TEXT_MESSAGE_START':
        case 'TEXT_MESSAGE_CONTENT':
        case 'TEXT_MESSAGE_CHUNK': {
          if ((at(value, 'role') ?? 'assistant') !== 'assistant') return ASIDE;
          const messageId = idAt(value, 'messageId');
          isCalling = false;
          return { begins: isOther(messageId), messageId, text: textAt(value, 'delta') ?? '' };
        }
        case 'MESSAGES_SNAPSHOT': {
          const last = listAt(value, 'messages').at(-1);
          if (at(last, 'role') !== 'assistant') return ASIDE;
          const text = textOfContent(at(last, 'content'));
          isCalling = listAt(last, 'toolCalls').length > 0;
          const messageId = idAt(last, 'id');
          return text === '' ? ASIDE : { begins: isOther(messageId), messageId, whole: () => text };
        }
        case 'TOOL_CALL_START':
        case 'TOOL_CALL_CHUNK':
          isCalling = true;
          return ASIDE;
        case 'TOOL_CALL_RESULT':
          isCalling = false;
          return ASIDE;
        case 'RUN_FINISHED': {
          const isInterrupted = at(value, 'outcome', 'type') === 'interrupt';
          return { finished: !isCalling && !isInterrupted, over: true };
        }
        case 'RUN_ERROR':
          return { error: value };
        default:
          return OTHER_EVENT.test(kind) ? ASIDE : null;
      }
    };
  },
};

const AI = /^(?:ai|assistant|AIMessage(?:Chunk)?)$/;

/** `event: messages/partial` holds the message so far, `messages` a piece of it, `values` the state with all of them. */
export const langGraph: Vocabulary = {
  name: 'langgraph',
  evidence: 'npm @langchain/langgraph-sdk 2.0.0 (2026-11); it says an end in older servers alone',
  ends: 'transfer',
  start() {
    const isOther = idChanges();
    return (value, name) => {
      if (name === 'messages/partial' || name === 'messages/complete' || name === 'messages') {
        const list: readonly unknown[] = Array.isArray(value) ? value : [];
        const isPiece = name === 'messages';
        const message = isPiece ? list[0] : list.at(-1);
        return AI.test(textAt(message, 'type') ?? '')
          ? readMessage(message, isPiece, isOther)
          : ASIDE;
      }
      if (name === 'values' && Array.isArray(at(value, 'messages'))) {
        const last = listAt(value, 'messages').at(-1);
        return AI.test(textAt(last, 'type') ?? '') ? readMessage(last, false, isOther) : ASIDE;
      }
      if (name === 'metadata' && at(value, 'run_id') !== undefined) return ASIDE;
      return null;
    };
  },
};

function readMessage(
  message: unknown,
  isPiece: boolean,
  isOther: (id: string | null) => boolean,
): Said {
  const text = textOfContent(at(message, 'content'));
  const messageId = idAt(message, 'id');
  const begins = isOther(messageId);
  const calls = ['tool_calls', 'tool_call_chunks'].flatMap((name) => listAt(message, name));
  // What the model says when it calls a tool is not its answer yet.
  if (calls.length > 0) return { messageId, begins, whole: () => null };
  return isPiece ? { messageId, begins, text } : { messageId, begins, whole: () => text };
}

/** LangServe's `/stream`. Its `event: end` has no data, so it is none for an event stream. */
export const langServe: Vocabulary = {
  name: 'langserve',
  evidence: 'LangServe, langserve/api_handler.py (read 2026-11)',
  ends: 'transfer',
  start: () => (value, name) => {
    if (name !== 'data') return null;
    if (typeof value === 'string') return { text: value };
    const isPiece = AI.test(textAt(value, 'type') ?? '') && at(value, 'content') !== undefined;
    return isPiece ? { text: textOfContent(at(value, 'content')) } : null;
  },
};

export const dify: Vocabulary = {
  name: 'dify',
  evidence: 'Dify chat-messages, streaming and blocking, examples of its API (read 2026-11)',
  ends: 'mark',
  start() {
    const isOther = idChanges();
    return (value) => {
      const kind = textAt(value, 'event');
      const messageId = idAt(value, 'message_id');
      if (kind === null || idAt(value, 'task_id') === null) return null;
      const text = textAt(value, 'answer') ?? '';
      switch (kind) {
        case 'message':
        case 'agent_message': {
          const begins = isOther(messageId);
          // In blocking mode alone it says of the app what it is, and nothing follows.
          const isAll = textAt(value, 'mode') !== null;
          return { begins, text, messageId, ...(isAll && { finished: true, over: true }) };
        }
        case 'message_replace':
          return { whole: () => text, messageId };
        case 'message_end':
          return { finished: true, over: true, messageId };
        case 'error':
          return { error: value };
        default:
          return ASIDE; // Thoughts, nodes of a workflow, speech.
      }
    };
  },
};

/** Each node that speaks has a message of its own, from `begin` to `end`; nothing tells which is the last. */
export const n8n: Vocabulary = {
  name: 'n8n',
  evidence: 'npm @n8n/chat 1.37.0 (2026-11): lines begin, item, end, error',
  ends: 'mark',
  start() {
    let node: string | null = null;
    return (value) => {
      if (!isObject(at(value, 'metadata'))) return null;
      const names = ['nodeId', 'runIndex', 'itemIndex'];
      const from = names.map((name) => idAt(value, 'metadata', name) ?? '').join('/');
      switch (textAt(value, 'type')) {
        case 'begin':
          node = from;
          return { begins: true };
        case 'item':
          // Two that speak at once: whose words are the answer cannot be told.
          return node === null || from === node
            ? { text: textAt(value, 'content') ?? '' }
            : { whole: () => null };
        case 'end':
          return { finished: true };
        case 'error':
          return { error: textAt(value, 'content') ?? true };
        default:
          return null;
      }
    };
  },
};

/** Direct Line: a set of activities, each whole; a bot that streams sends typing activities with all text so far. */
export const directLine: Vocabulary = {
  name: 'direct-line',
  evidence: 'npm botframework-directlinejs 0.15.8; Web Chat docs/LIVESTREAMING.md (read 2026-11)',
  ends: 'mark',
  start() {
    const isOther = idChanges();
    return (value) => {
      const activities = at(value, 'activities');
      if (!Array.isArray(activities)) return null;
      return activities.filter(isOfBot).flatMap((activity): Said[] => {
        const text = textAt(activity, 'text') ?? '';
        const messageId = idAt(activity, 'channelData', 'streamId') ?? idAt(activity, 'id');
        const kind = textAt(activity, 'type');
        const stream = at(activity, 'channelData', 'streamType');
        const isPart = kind === 'typing' && stream === 'streaming';
        if ((kind !== 'message' && !isPart) || text === '') return [];
        const isOver = !isPart;
        const begins = isOther(messageId);
        return [{ begins, messageId, whole: () => text, finished: isOver, over: isOver }];
      });
    };
  },
};

/** Where roles are not told, what answers something is the bot's: an echo answers nothing. */
function isOfBot(activity: unknown): boolean {
  const role = at(activity, 'from', 'role');
  return role === undefined ? idAt(activity, 'replyToId') !== null : role === 'bot';
}

/** Events of socket.io. A step of the type assistant_message is what the person reads. */
export const chainlit: Vocabulary = {
  name: 'chainlit',
  evidence: 'npm @chainlit/react-client 0.3.0 (2026-11)',
  ends: 'mark',
  start() {
    let messageId: string | null = null;
    return (value, name) => {
      const id = idAt(value, 'id');
      switch (name) {
        case 'stream_start':
        case 'new_message':
        case 'update_message': {
          // Others have events of these names, too.
          if (textAt(value, 'output') === null || id === null) return null;
          if (at(value, 'type') !== 'assistant_message') return ASIDE;
          if (at(value, 'isError') === true) return { error: at(value, 'output') };
          const begins = id !== messageId;
          messageId = id;
          const text = textAt(value, 'output') ?? '';
          return { begins, messageId, whole: () => text };
        }
        case 'stream_token': {
          if (at(value, 'isSequence') === undefined) return null;
          if (id === null || id !== messageId || at(value, 'isInput') === true) return ASIDE;
          const text = textAt(value, 'token') ?? '';
          return at(value, 'isSequence') === true ? { whole: () => text } : { text };
        }
        case 'task_end':
          return { finished: true, over: true };
        default:
          return null;
      }
    };
  },
};
