import type { Completeness } from '../../../shared/model/completeness.ts';
import type { ErrorCode } from '../../../shared/model/error-codes.ts';

export type ReplyEvent =
  | { readonly type: 'conversation'; readonly remoteConversationId: string }
  /** The site echoed our turn: it is in the conversation. */
  | { readonly type: 'user_turn'; readonly messageId: string }
  | { readonly type: 'delta'; readonly text: string }
  | {
      /** The reply is over. */
      readonly type: 'final';
      readonly assistantMessageId: string;
      readonly text: string;
      /** Absent: the site says, or its stream shows, that it came to its own end. */
      readonly complete?: Completeness;
    }
  /** The rest of the answer comes another way; this stream's end says nothing. */
  | {
      readonly type: 'handoff';
      /** Name of the conversation on that other way, where it has one of its own. */
      readonly knownAs?: string;
    }
  | ({ readonly type: 'error' } & Refusal);

export interface Refusal {
  readonly code: ErrorCode;
  readonly text: string;
  readonly retryAfterMs: number | null;
  /** Epoch milliseconds, where the site tells a limit's end as a time of day. */
  readonly retryAtMs?: number;
}

/** The field as a final has it: only where it says something. */
export function unlessWhole(complete: Completeness): { readonly complete?: Completeness } {
  return complete === 'whole' ? {} : { complete };
}
