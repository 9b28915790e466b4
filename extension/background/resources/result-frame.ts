import { fitResult, type FrameOf } from '../../../shared/protocol/index.ts';
import type { CallEnd } from '../../page-work/call-end.ts';
import type { UnsentResult } from '../storage/tables.ts';

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
