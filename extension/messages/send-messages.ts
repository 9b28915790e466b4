import { hasFields, isCount, isId, isPlatformName, isRecord, text } from './shape.ts';

/** As on the wire. */
export const MAX_MESSAGE_LENGTH = 1_000_000;

/** Where a marked text can be sent. */
export interface Destination {
  readonly platform: string;
  readonly remote_conversation_id: string;
  readonly title: string;
}

/** The page that lets a person choose a conversation, to the background. */
export type SendMessage =
  /** What is to be sent, held under this number, and where it can go. */
  | { readonly kind: 'send.ask'; readonly text_id: number }
  | {
      readonly kind: 'send.to';
      readonly platform: string;
      readonly remote_conversation_id: string;
      readonly text: string;
    };

export interface SendAnswers {
  /** A null text was lost with the background that held it. */
  readonly 'send.ask': {
    readonly text: string | null;
    readonly destinations: readonly Destination[];
  };
  readonly 'send.to': { readonly ok: boolean };
}

export function isSendMessage(value: unknown): value is SendMessage {
  if (!isRecord(value)) return false;
  switch (value['kind']) {
    case 'send.ask':
      return hasFields(value, { text_id: isCount });
    case 'send.to':
      return hasFields(value, {
        platform: isPlatformName,
        remote_conversation_id: isId,
        text: text(MAX_MESSAGE_LENGTH, 1),
      });
    default:
      return false;
  }
}
