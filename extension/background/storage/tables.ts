import type { ErrorCode } from '../../../shared/model/error-codes.ts';
import type {
  ExtensionBusinessFrame,
  FrameOf,
  RuntimeEntry,
} from '../../../shared/protocol/index.ts';
import type { News } from '../../messages/options-messages.ts';
import type { AttemptStatus } from '../delivery/attempt.machine.ts';

/** The pairing with one conductor. The token stays in this database and in the first frame of the link. */
export interface Pairing {
  readonly conductor_url: string;
  readonly client_id: string;
  readonly token: string;
  /** The conductor refused the token: no further attempt before a person pairs again. */
  readonly refused: boolean;
}

/** The one row of what exists once per install. */
export interface Meta {
  readonly name: 'meta';
  /** Made at install; keys the fingerprints of credentials, which are useless without it. */
  readonly hmac_key: string;
  readonly pairing: Pairing | null;
  /** Address of the conductor of the last pairing, where there is none now. */
  readonly last_conductor_url?: string;
  /** Adapters that a person switched off. */
  readonly sites_off?: readonly string[];
  /** Kinds of news that a person wants to be notified of; absent: none. */
  readonly notify?: readonly News[];
  /** A person switched the chip beside the composer off. */
  readonly chip_off?: boolean;
  /** A person stopped what chats do in tabs; it goes on when they say so. */
  readonly work_stopped?: boolean;
  /** Last `seq` given to a frame of ours. */
  readonly out_seq: number;
  /** Last `seq` of the conductor's whose effect is durable here. */
  readonly in_seq: number;
}

/** Which page contexts can serve a conversation. Tab ids live here and nowhere above. */
export interface ConversationRuntime {
  readonly runtime_key: string;
  readonly platform: string;
  readonly remote_conversation_id: string;
  readonly aliases: readonly string[];
  readonly by_hand?: boolean;
  readonly title: string | null;
  readonly last_seen_tab_ids: readonly number[];
  /** Newest first. */
  readonly last_seen_page_urls: readonly string[];
  readonly last_seen_at: number;
  readonly runtime_status: RuntimeEntry['runtime_status'];
}

/** The login of a platform, known by its fingerprint only. */
export interface CredentialBinding {
  readonly platform: string;
  /** Null until a request of the page's was seen. */
  readonly credential_fingerprint: string | null;
  readonly freshness: 'fresh' | 'stale' | 'lost';
  readonly captured_at: number;
  readonly last_seen_at: number;
}

/** The shape of a send as the page makes it: names and kinds, no value. */
export interface SendTemplate {
  readonly template_key: string;
  readonly platform: string;
  /** Null: the shape of a conversation's first send. */
  readonly remote_conversation_id: string | null;
  readonly method: string;
  readonly request_path: string;
  readonly header_names: readonly string[];
  readonly body_shape: unknown;
  readonly captured_at: number;
  readonly credential_fingerprint: string | null;
  readonly template_status: 'ready' | 'stale' | 'invalid';
}

/** The journal of one attempt to deliver one job. */
export interface DeliveryAttempt {
  readonly attempt_id: string;
  /** Rises with every change: a decision made on an older reading is not carried out. */
  readonly revision: number;
  readonly job_id: string;
  /** The dispatch this row answers for; a later dispatch of an unfinished job is taken over by the same row. */
  readonly attempt: number;
  readonly platform: string;
  readonly remote_conversation_id: string;
  readonly assistant_message_id: string | null;
  /** Emptied when the attempt ends. */
  readonly message_text: string;
  /** Who wrote it: a person's own message goes out in `manual` too. */
  readonly origin: FrameOf<'delivery.enqueue'>['origin'];
  /** The conversation is to be begun with it. */
  readonly start_new: boolean;
  readonly status: AttemptStatus;
  /** An earlier try elsewhere may have sent it: look before sending. */
  readonly reconcile: boolean;
  /** Not to be sent any more. What has already left is still reported. */
  readonly cancelled: boolean;
  /** Nobody waits for its reply: its page is to stop it, for as long as it is being written. */
  readonly stops_reply?: boolean;
  /** Code that a `waiting` result was sent for; null when the attempt does not wait. */
  readonly waiting_for: ErrorCode | null;
  /** How often the page was told to send; names the send that a page's progress speaks of. */
  readonly send_count: number;
  readonly known_user_message_ids: readonly string[] | null;
  readonly user_message_id: string | null;
  /** When the page's request was let go; null while it provably is held or does not exist. */
  readonly left_at: number | null;
  /** The `browser.final_message` that carries the reply. */
  readonly reply_seq: number | null;
  /** The tab opened for this attempt, so that a restarted background does not open another. */
  readonly opened_tab_id: number | null;
  readonly error_code: ErrorCode | null;
  readonly error_message: string | null;
  readonly retry_after_ms: number | null;
  readonly diagnostic_tab_id: number | null;
  readonly diagnostic_page_url: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Conversation as the popup shows it: the conductor's last word, and a person's wish it has not answered. */
export interface KnownConversation {
  readonly key: string;
  readonly platform: string;
  readonly remote_conversation_id: string;
  readonly state: FrameOf<'conversation.state'> | null;
  readonly wanted: { readonly mode: 'auto' | 'manual' | 'paused'; readonly seq: number } | null;
}

/** Replies already told to the conductor, newest last. */
export interface KnownReplies {
  readonly key: string;
  readonly replies: readonly { readonly id: string; readonly acting: boolean }[];
}

/** A tab that works for a chat. Its id lives here and nowhere above. */
export interface HeldResource {
  readonly resource_id: string;
  readonly chat_session_id: string;
  /** Null: it is being opened. */
  readonly tab_id: number | null;
  readonly kind: 'opened' | 'lent';
  /** Origin for which a tab was lent; the only one. */
  readonly lent_origin: string | null;
  readonly driver_id: number;
  /** The document that was asked last, and the reference that comes next in the one after it. */
  readonly document: string | null;
  readonly next_ref: number;
  readonly snapshots: number;
  /** Nothing is begun on it. */
  readonly hold: boolean;
  /** The person stopped what is done in it: only they let it go on. */
  readonly stopped?: boolean;
  /** Who works in it, where that is no conversation that this browser knows. */
  readonly title?: string;
  /** Where it was when it was looked at last, for the person. */
  readonly site?: string;
  /** The window of Baton's own that it was opened in. */
  readonly own_window?: number;
}

/** A tab that was lent, or that a held page opened; the conductor has not named it yet. */
export interface OfferedTab {
  readonly offer_id: string;
  readonly tab_id: number;
  readonly chat_session_id: string;
  readonly kind: HeldResource['kind'];
  readonly lent_origin: string | null;
  readonly own_window?: number;
}

export type UnsentResult = Omit<FrameOf<'tool.result'>, 'v' | 'id' | 'seq'>;

/** The journal of one call. */
export interface ResourceCall {
  readonly call_id: string;
  readonly resource_id: string;
  readonly frame: FrameOf<'tool.call'>;
  /** `begun` is durable before the page is touched. */
  readonly state: 'queued' | 'begun' | 'ended';
  readonly cancelled: boolean;
  /** How it ended: told again to whoever asks for it again. */
  readonly result: UnsentResult | null;
  /** The frame that told of it. */
  readonly result_seq: number | null;
  readonly taken_at: number;
}

/** Permission of a person for a chat, or every chat, on a site. */
export type SiteGrant = FrameOf<'grant.change'>['grants'][number] & {
  /** Until the browser is closed. */
  readonly session_only: boolean;
};

/** The row of each table. */
export interface Tables {
  readonly meta: Meta;
  readonly runtimes: ConversationRuntime;
  readonly bindings: CredentialBinding;
  readonly templates: SendTemplate;
  readonly attempts: DeliveryAttempt;
  readonly outbox: ExtensionBusinessFrame;
  readonly conversations: KnownConversation;
  readonly replies: KnownReplies;
  readonly held: HeldResource;
  readonly calls: ResourceCall;
  readonly grants: SiteGrant;
  readonly offers: OfferedTab;
}

/** The name of a table. */
export type TableName = keyof Tables;

/** Each table's key is a field of its rows. */
export const TABLE_KEYS = {
  meta: 'name',
  runtimes: 'runtime_key',
  bindings: 'platform',
  templates: 'template_key',
  attempts: 'attempt_id',
  outbox: 'seq',
  conversations: 'key',
  replies: 'key',
  held: 'resource_id',
  calls: 'call_id',
  grants: 'grant_id',
  offers: 'offer_id',
} as const satisfies { readonly [K in TableName]: keyof Tables[K] };

/** All tables, in the order of TABLE_KEYS. */
export const TABLE_NAMES = Object.keys(TABLE_KEYS) as TableName[];

/** The type of the keys of a table. */
export type TableKey<K extends TableName> = K extends 'outbox' ? number : string;

/** All rows of all tables. */
export type Rows = { readonly [K in TableName]: readonly Tables[K][] };

/** Row changes of one transaction, as data. */
export interface RowChanges {
  readonly put: { readonly [K in TableName]?: readonly Tables[K][] };
  readonly remove: { readonly [K in TableName]?: readonly TableKey<K>[] };
}
