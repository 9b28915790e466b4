import type { ErrorCode } from '../../shared/model/error-codes.ts';
import type { ResourceType } from '../../shared/model/resource-words.ts';
import type { FrameOf } from '../../shared/protocol/index.ts';

type ToolCall = FrameOf<'tool.call'>;
type ToolResult = FrameOf<'tool.result'>;
type Report = FrameOf<'resource.report'>;

/** One verb asked of one resource, with checked arguments. */
export type Call = Pick<
  ToolCall,
  'call_id' | 'chat_session_id' | 'resource_id' | 'args' | 'expect' | 'attachments'
> & {
  /** Without its target: `run` of `terminal.run`. */
  readonly verb: string;
};

/** How a call ended. */
export type Outcome = Pick<
  ToolResult,
  'ok' | 'result' | 'attachments' | 'error_code' | 'error_message' | 'page' | 'origins'
>;

export type Held = Report['resources'][number];
export type Adapter = Report['capabilities']['adapters'][number];

/**
 * Holds the resources of one type and runs what is asked of them. It is asked one thing of one resource at a time, and
 * only what was noted on disk before.
 */
export interface Holder {
  readonly type: ResourceType;
  /** Adapters by which it holds resources; none where this machine lacks what it needs, and `missing` says what. */
  readonly adapters: readonly Adapter[];
  readonly missing: string;
  /** Those that its person named. */
  readonly browsers?: Report['capabilities']['browsers'];
  /** Verbs that bring a resource of this type. */
  readonly opening: readonly string[];
  has(resourceId: string): boolean;
  /** Ends soon after `signal` does, and says then how far it came. */
  run(call: Call, signal: AbortSignal): Promise<Outcome>;
  /** Resolves when nothing of it runs any more. */
  close(resourceId: string): Promise<void>;
  held(): readonly Held[];
}

/** Why a call is ended before its time; the reason of its `signal`. */
export class CallEnded extends Error {
  readonly code: 'cancelled' | 'call_timeout' | 'resource_closed';

  constructor(code: CallEnded['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const EMPTY = { attachments: [], page: null, origins: [] };

export function done(result: Record<string, unknown>): Outcome {
  return { ok: true, result, error_code: null, error_message: null, ...EMPTY };
}

/** @param result What had been done before. */
export function failed(
  code: ErrorCode,
  message: string,
  result: Record<string, unknown> | null = null,
): Outcome {
  return { ok: false, result, error_code: code, error_message: message.slice(0, 2_000), ...EMPTY };
}

/** How a call fails that was ended before its time. */
export function endedEarly(
  signal: AbortSignal,
  result: Record<string, unknown> | null = null,
): Outcome {
  const why: unknown = signal.reason;
  return why instanceof CallEnded
    ? failed(why.code, why.message, result)
    : failed('cancelled', 'It was cancelled.', result);
}
