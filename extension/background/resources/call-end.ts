import type { ErrorCode } from '../../../shared/model/error-codes.ts';
import { fitResult, type FrameOf } from '../../../shared/protocol/index.ts';
import type { UnsentResult } from '../storage/tables.ts';

export interface CallPage {
  readonly url: string;
  readonly title: string;
  readonly doc: string | null;
}

/** How a call ended, before it is written down. */
export type CallEnd = {
  readonly page: CallPage | null;
  /** Whose text stands in the result. */
  readonly origins: readonly string[];
} & (
  | {
      readonly ok: true;
      readonly result: Readonly<Record<string, unknown>>;
      readonly attachments?: UnsentResult['attachments'];
    }
  | {
      readonly ok: false;
      readonly code: ErrorCode;
      readonly text: string;
      readonly result?: Readonly<Record<string, unknown>>;
    }
);

export function failed(code: ErrorCode, text: string, page: CallPage | null = null): CallEnd {
  return { ok: false, code, text, page, origins: [] };
}

export function resultFrame(
  call: FrameOf<'tool.call'>,
  end: CallEnd,
  begun: boolean,
): UnsentResult {
  return fitResult({
    type: 'tool.result',
    call_id: call.call_id,
    resource_id: call.resource_id,
    attempt: call.attempt,
    ok: end.ok,
    result: end.result === undefined ? null : { ...end.result },
    attachments: end.ok ? (end.attachments ?? []) : [],
    error_code: end.ok ? null : end.code,
    error_message: end.ok ? null : end.text,
    begun,
    page: end.page,
    origins: [...end.origins],
  });
}
