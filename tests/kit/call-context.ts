import type {
  CallContext,
  ToolContext,
} from '../../conductor/src/features/heart/actions/tools/tool.ts';
import { KEY } from './ledger-world.ts';

/** Makes the context of a tool call, with everything filled in that a test does not care about. */
export function callContext(more: Partial<CallContext> = {}): CallContext {
  return {
    conversationKey: KEY,
    instructionId: 'reply.0',
    chain: ['local-a'],
    now: () => 0,
    conversationStatus: () => Promise.reject(new Error('not asked for here')),
    ...more,
  };
}

/** The same as the running tool sees it. */
export function toolContext(more: Partial<ToolContext> = {}): ToolContext {
  const { signal = new AbortController().signal, progress = () => undefined, ...rest } = more;
  return { ...callContext(rest), signal, progress };
}
