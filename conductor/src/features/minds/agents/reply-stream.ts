import type { ReplyPart } from './stream-chunk.ts';
import { liveAfter, type StreamReplyInput } from './steps/stream-reply.ts';
import type { Told } from './told.ts';

/** Milliseconds until output after a silence is stored: all that comes within them is one row. */
const FIRST_MS = 10;

/** Milliseconds in which further output is gathered: a reply of any speed makes ten commits in a second at most. */
const GATHER_MS = 100;

/** Or until it is so much. */
const FLUSH_CHARS = 16_384;

/** Takes what a model says as it comes, and has it stored in few rows: shown is what is stored. */
export interface ReplyStream {
  say(part: ReplyPart): void;
  /** Has the rest stored. Nothing may be said after it. */
  end(): void;
}

/** @param store Called with what follows what it was called with before. */
export function createReplyStream(
  store: (said: Pick<StreamReplyInput, 'from' | 'parts'>) => void,
): ReplyStream {
  let live: Told['live'] = { text: 0, reasoning: 0, calls: [] };
  let parts: ReplyPart[] = [];
  let chars = 0;
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (parts.length === 0) return;
    store({ from: live, parts });
    for (const part of parts) live = liveAfter(live, part);
    parts = [];
    chars = 0;
    timer = setTimeout(() => {
      timer = undefined;
      flush();
    }, GATHER_MS);
  }

  /** A message has thoughts, words and calls in this order: what begins late is told when the reply is final. */
  function isLate({ type }: ReplyPart): boolean {
    if (type === 'call' || type === 'call-input' || type === 'news') return false;
    const said = parts.reduce(liveAfter, live);
    return said[type] === 0 && (said.calls.length > 0 || (type === 'reasoning' && said.text > 0));
  }

  function add(part: ReplyPart): void {
    const last = parts.at(-1);
    const joins =
      'delta' in part &&
      last?.type === part.type &&
      (part.type !== 'call-input' ||
        (last.type === 'call-input' && last.toolCallId === part.toolCallId));
    if (joins && last !== undefined && 'delta' in last)
      parts[parts.length - 1] = { ...last, delta: last.delta + part.delta };
    else parts.push(part);
  }

  return {
    say(part) {
      if (('delta' in part && part.delta === '') || isLate(part)) return;
      add(part);
      chars += 'delta' in part ? part.delta.length : 0;
      if (chars >= FLUSH_CHARS || part.type === 'call') flush();
      else timer ??= setTimeout(flush, FIRST_MS);
    },
    end() {
      flush();
      clearTimeout(timer);
    },
  };
}
