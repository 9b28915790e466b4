import { hasFields, isCount, isId, isPlatformName, isRecord, text } from './shape.ts';

/** As on the wire. */
export const MAX_MESSAGE_LENGTH = 1_000_000;

/** Where a marked text can be sent. */
export interface Destination {
  readonly platform: string;
  readonly remote_conversation_id: string;
  readonly title: string;
}

/** Outcome of a text that a person sent. */
export type SendOutcome = 'sent' | 'undone' | 'unpaired';

/** The page on which a person reads a text over and chooses where it goes, to the background. */
export type SendMessage =
  /** Asks for the text held under this number, and for its destinations. */
  | { readonly kind: 'send.ask'; readonly text_id: number }
  | {
      readonly kind: 'send.to';
      readonly platform: string;
      readonly remote_conversation_id: string;
      readonly text: string;
      /** Made by the page, to take it back by. */
      readonly hold_id: string;
    }
  | { readonly kind: 'send.undo'; readonly hold_id: string };

/** Answers of the background to each message of the send page. */
export interface SendAnswers {
  /** A null text was lost with the background that held it. */
  readonly 'send.ask': {
    readonly text: string | null;
    readonly destinations: readonly Destination[];
    /** Where the person said it is to go; null: they want to choose. */
    readonly to: Pick<Destination, 'platform' | 'remote_conversation_id'> | null;
  };
  /** Answered when it has gone out, or was taken back. */
  readonly 'send.to': { readonly outcome: SendOutcome };
  /** False: it has gone out already. */
  readonly 'send.undo': { readonly undone: boolean };
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
        hold_id: isId,
      });
    case 'send.undo':
      return hasFields(value, { hold_id: isId });
    default:
      return false;
  }
}
