import type { ErrorCode } from '../../shared/model/error-codes.ts';
import type { FrameOf } from '../../shared/protocol/index.ts';

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
      readonly attachments?: FrameOf<'tool.result'>['attachments'];
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

/** The frame that a reference names cannot be entered now; without one it is the page itself that cannot. */
export function notEntered(prefix: string, page: CallPage): CallEnd {
  return prefix === ''
    ? failed('page_changed', 'The page shows no document that can be read now.', page)
    : failed('element_gone', `Frame ${prefix} is not in the page, or not allowed.`, page);
}
