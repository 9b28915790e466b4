import type { CodedError, ErrorCode } from '../../shared/model/error-codes.ts';
import type { FrameOf } from '../../shared/protocol/index.ts';
import type { PageState } from './page-messages.ts';

/** The link to the conductor as a person sees it. */
export interface LinkState {
  readonly status: 'unpaired' | 'connecting' | 'online' | 'offline';
  readonly conductor_url: string;
  /** Why it is not online, and by the code what to do. */
  readonly error: CodedError | null;
  /** Frames waiting to be acked. */
  readonly waiting: number;
  /** Where extension and conductor are of different versions; null where they are of one, or not online. */
  readonly versions: { readonly extension: string; readonly conductor: string } | null;
}

export interface PopupConversation {
  readonly platform: string;
  readonly remote_conversation_id: string;
  /** The conductor's view; null until its first conversation.state arrived. */
  readonly state: FrameOf<'conversation.state'> | null;
  readonly runtime_status: FrameOf<'runtime.report'>['runtimes'][number]['runtime_status'];
  /** A mode the person chose here that the conductor has not confirmed yet. */
  readonly mode_wanted: 'auto' | 'manual' | 'paused' | null;
  /** The attempt under way in this browser. */
  readonly attempt: { readonly status: string; readonly waiting_for: ErrorCode | null } | null;
}

/** Where something waits, as a person knows it. */
interface Place {
  readonly platform: string;
  readonly remote_conversation_id: string;
  readonly title: string | null;
  /** Where a page of it was seen last, by any browser; null: that is not known. */
  readonly page_url: string | null;
  /** true: the conversation of the tab that the popup is about. */
  readonly is_here: boolean;
}

export type WaitingApproval = Place & NonNullable<PopupConversation['state']>['approvals'][number];

export interface FailedDelivery extends Place {
  readonly job_id: string;
  readonly error_code: ErrorCode | null;
  readonly error_message: string | null;
}

/** Requests and failures that need a person, in all conversations and browsers; those of this one come first. */
export interface Needs {
  readonly approvals: readonly WaitingApproval[];
  /** Deliveries that failed and that nobody has put aside. */
  readonly failures: readonly FailedDelivery[];
}

/** A chat that may be allowed to work in a site. */
export interface WorkChat {
  readonly chat_session_id: string;
  readonly platform: string;
  readonly title: string | null;
  /** true: it acts by itself; a tab can be lent only to such a chat. */
  readonly auto: boolean;
}

/** A tab that works for a chat now. */
export interface WorkTab {
  readonly resource_id: string;
  readonly tab_id: number | null;
  readonly chat_session_id: string;
  /** A lent one is given back, and never closed. */
  readonly lent: boolean;
  /** Null: nothing was looked at there yet. */
  readonly site: string | null;
  readonly stopped: boolean;
}

export interface WorkGrant {
  readonly grant_id: string;
  readonly origin: string;
  /** Null: every chat. */
  readonly chat_session_id: string | null;
  readonly level: 'read' | 'act';
}

/** Chats, grants and tabs of chats' work in pages of this browser. */
export interface Work {
  readonly chats: readonly WorkChat[];
  readonly grants: readonly WorkGrant[];
  readonly tabs: readonly WorkTab[];
  /** A person stopped them all, and what else would be opened. */
  readonly stopped: boolean;
}

/** All the popup shows. Pushed whole on every change over the port named POPUP_PORT. */
export interface PopupState {
  readonly link: LinkState;
  /** The page in the tab the popup was opened over; null where no chat is watched. */
  readonly page: PageState | null;
  readonly conversation: PopupConversation | null;
  readonly needs: Needs;
  readonly work: Work;
}

/** Name of the port on which the popup gets its state. */
export const POPUP_PORT = 'popup';

/** First message of the popup on its port: the tab it was opened over. Only then does it get states. */
export interface PopupWatch {
  readonly kind: 'popup.watch';
  readonly tab_id: number;
}

/** Popup to background over runtime.sendMessage. */
export type PopupMessage =
  | {
      readonly kind: 'popup.set_mode';
      readonly platform: string;
      readonly remote_conversation_id: string;
      readonly mode: 'auto' | 'manual' | 'paused';
    }
  | { readonly kind: 'popup.retry'; readonly job_id: string }
  /** The person does not want to be told of the failure any more, or waits no longer for the reply. */
  | { readonly kind: 'popup.dismiss'; readonly job_id: string }
  /** The text of a delivery, to be copied. */
  | { readonly kind: 'popup.text'; readonly job_id: string }
  | {
      readonly kind: 'popup.decide';
      readonly approval_id: string;
      readonly decision: FrameOf<'approval.decide'>['decision'];
      /** Told to the assistant. */
      readonly reason: string | null;
      /** With `approve`: the tool runs unasked in that conversation from now on. */
      readonly always: boolean;
    }
  /** Shows the conversation: its tab, or a new one at its address. */
  | {
      readonly kind: 'popup.go_to';
      readonly platform: string;
      readonly remote_conversation_id: string;
      readonly page_url: string | null;
    }
  /** Puts the words that tell an assistant how to act into the composer of the tab's page. They are not sent. */
  | { readonly kind: 'popup.brief'; readonly tab_id: number }
  /** A person lets a chat work in a site. */
  | {
      readonly kind: 'popup.allow_work';
      readonly origin: string;
      /** Null: every chat. */
      readonly chat_session_id: string | null;
      readonly level: 'read' | 'act';
      /** Until the browser is closed, or until it is taken back. */
      readonly until: 'session' | 'always';
    }
  | { readonly kind: 'popup.end_work'; readonly grant_id: string }
  /** Stops all that chats do in tabs, or lets it go on. */
  | { readonly kind: 'popup.stop_work'; readonly stop: boolean }
  /** The same for one tab. */
  | { readonly kind: 'popup.stop_tab'; readonly resource_id: string; readonly stop: boolean }
  /** A person lends the tab to a chat, for the site that they were shown. */
  | {
      readonly kind: 'popup.lend_tab';
      readonly tab_id: number;
      readonly origin: string;
      readonly chat_session_id: string;
    }
  /** Takes a tab back from its chat; the tab stays open. */
  | { readonly kind: 'popup.give_back'; readonly resource_id: string }
  /** Brings a tab that works for a chat to the front. */
  | { readonly kind: 'popup.show_tab'; readonly resource_id: string }
  /** Opens the conductor's web UI. */
  | { readonly kind: 'popup.open_face' }
  | {
      readonly kind: 'popup.stop_renewal';
      readonly platform: string;
      readonly remote_conversation_id: string;
    }
  /** The actions of the newest reply, as the popup shows them. */
  | {
      readonly kind: 'popup.run_held';
      readonly platform: string;
      readonly remote_conversation_id: string;
      readonly assistant_message_id: string;
    }
  /** A person asked for it in a page of ours. Refused while a pairing stands. */
  | { readonly kind: 'popup.pair'; readonly conductor_url: string; readonly code: string }
  | { readonly kind: 'popup.unpair' };

export type PairingOutcome =
  | { readonly ok: true; readonly conductor_url: string }
  | { readonly ok: false; readonly code: ErrorCode; readonly text: string };

type Wished =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: ErrorCode; readonly text: string };

/** Answers of the background to each message of the popup. */
export interface PopupAnswers {
  readonly 'popup.set_mode': Wished;
  readonly 'popup.retry': Wished;
  readonly 'popup.dismiss': Wished;
  /** Null: nobody has it any more, or nobody is there to ask. */
  readonly 'popup.text': { readonly text: string | null };
  readonly 'popup.decide': Wished;
  /** False: nobody knows where it is. */
  readonly 'popup.go_to': { readonly ok: boolean };
  readonly 'popup.brief': Wished;
  readonly 'popup.allow_work': Wished;
  readonly 'popup.end_work': Wished;
  readonly 'popup.stop_work': { readonly ok: true };
  readonly 'popup.stop_tab': { readonly ok: true };
  readonly 'popup.lend_tab': Wished;
  readonly 'popup.give_back': { readonly ok: true };
  readonly 'popup.show_tab': { readonly ok: boolean };
  readonly 'popup.open_face': Wished;
  readonly 'popup.stop_renewal': Wished;
  readonly 'popup.run_held': Wished;
  readonly 'popup.pair': PairingOutcome;
  readonly 'popup.unpair': { readonly ok: true };
}
