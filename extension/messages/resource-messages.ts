/** Messages between the background and the script that works in a tab for a conversation. */

import type { ToldSecrets } from '../../shared/lib/secret-values.ts';

/** `kind` of what the mark of a page says to the background when a person presses Stop there. It can only stop. */
export const STOP_HERE = 'resource.stop_here';

export function isStopHere(message: unknown): boolean {
  return Object(message).kind === STOP_HERE;
}

/** Exactly one of a reference, a selector, or a role with a name. */
export interface Target {
  readonly ref?: string;
  readonly selector?: string;
  readonly role?: string;
  readonly name?: string;
  /** Which of several with that role and name, from 0. */
  readonly nth?: number;
}

export interface SnapshotArgs {
  /** The line to begin with, from 1. */
  readonly from?: number;
  readonly within?: string;
  readonly max_chars?: number;
}

export interface FindArgs {
  readonly text?: string;
  readonly role?: string;
  readonly name?: string;
  readonly limit?: number;
}

export interface ExtractArgs {
  readonly within?: string;
  readonly format?: 'markdown' | 'text' | 'json';
  readonly max_chars?: number;
  readonly fields?: Readonly<Record<string, Target>>;
}

/** How long an element may take to become ready, in milliseconds. */
interface Patience {
  readonly timeout_ms?: number;
}

export interface ClickArgs extends Target, Patience {
  readonly button?: 'left' | 'middle' | 'right';
  readonly count?: number;
  readonly modifiers?: readonly string[];
  /** From the upper left corner of the element, in CSS pixels; its middle unless given. */
  readonly at?: { readonly x: number; readonly y: number };
}

export interface TypeArgs extends Target, Patience {
  readonly text: string;
  readonly replace?: boolean;
  readonly submit?: boolean;
  readonly keys?: boolean;
}

export interface ScrollArgs extends Target, Patience {
  readonly by?: { readonly x?: number; readonly y?: number };
  readonly to?: 'top' | 'bottom' | 'into_view';
}

export interface UploadArgs extends Target, Patience {
  readonly files: readonly {
    readonly name: string;
    readonly mime: string;
    readonly data_base64: string;
  }[];
}

export interface WaitArgs {
  readonly selector?: string;
  readonly ref?: string;
  readonly text?: string;
  /** A text, or an element, that is to be there no longer. */
  readonly gone?: string | Target;
  readonly url?: string;
  readonly idle?: boolean;
  readonly timeout_ms?: number;
}

export type ActAsk =
  | { readonly verb: 'click'; readonly args: ClickArgs }
  | { readonly verb: 'type'; readonly args: TypeArgs }
  | {
      readonly verb: 'select';
      readonly args: Target & Patience & { readonly values: readonly string[] };
    }
  | { readonly verb: 'check'; readonly args: Target & Patience & { readonly on: boolean } }
  | { readonly verb: 'press'; readonly args: Target & Patience & { readonly key: string } }
  | { readonly verb: 'hover'; readonly args: Target & Patience }
  | { readonly verb: 'scroll'; readonly args: ScrollArgs }
  | {
      readonly verb: 'drag';
      readonly args: Patience & { readonly from: Target; readonly to: Target };
    }
  | { readonly verb: 'upload'; readonly args: UploadArgs };

export type ResourceAsk =
  | ActAsk
  /** Waits until that can be done and touches nothing: where the page goes away meanwhile, nothing was done. */
  | { readonly verb: 'prepare'; readonly args: { readonly act: ActAsk } }
  /** Waits until the page rests after that act: where the page goes away meanwhile, it was done all the same. */
  | { readonly verb: 'settle'; readonly args: { readonly call_id: string } }
  | { readonly verb: 'waitFor'; readonly args: WaitArgs }
  /** Which of its window's frames that is. */
  | { readonly verb: 'frame'; readonly args: { readonly ref: string } }
  /** Ends an act that still waits for its element. */
  | { readonly verb: 'cancel'; readonly args: { readonly call_id: string } }
  /** Asks for the outcome of an act of that id in this document. */
  | { readonly verb: 'recall'; readonly args: { readonly call_id: string } }
  | { readonly verb: 'snapshot'; readonly args: SnapshotArgs }
  | { readonly verb: 'find'; readonly args: FindArgs }
  | { readonly verb: 'extract'; readonly args: ExtractArgs };

/** Parts of the page script that are injected only once they are needed. */
export type ResourcePart = 'text' | 'acts';

export type ResourceRequest = ResourceAsk & {
  readonly call_id: string;
  /** Values never to be reported, as earlier documents and other frames remembered them. */
  readonly secrets?: readonly ToldSecrets[];
  /** Prefix of this frame's references, as `f2`; empty in the page itself. */
  readonly prefix: string;
  /** References below this were given in earlier documents of the same frame; used where the script is new. */
  readonly first_ref: number;
  /** Links into windows of their own are kept, and told as `links` of the result. */
  readonly keep_links?: boolean;
  /** Page and element that were judged, or shown to a person: if they have changed, nothing is done. */
  readonly expect?: {
    readonly origin: string | null;
    /** The document, as it was told. */
    readonly doc?: string | undefined;
    readonly target?: { readonly role: string; readonly name: string } | undefined;
    /** true: judged as an element that sends a form with a secret in it. */
    readonly sends_secret?: boolean | undefined;
    /** true: judged as one that sends no form and has no price beside it, so nobody was asked. */
    readonly plain?: boolean | undefined;
  } | null;
};

/** A frame that the page shows, whose own lines are read apart. */
export interface FrameInPage {
  readonly ref: string;
  /** Index among the frames of its window; -1 where the page shows it without having loaded it. */
  readonly index: number;
  /** The line that names it. */
  readonly line: string;
}

export interface SnapshotResult {
  readonly lines: readonly string[];
  /** How many lines were passed over before the first one. */
  readonly passed: number;
  /** All of the page was read. */
  readonly ended: boolean;
  readonly frames: readonly FrameInPage[];
  /** Pieces of text that no person can see, and that were left out. */
  readonly hidden: number;
  /** Addresses that the links in it lead to. */
  readonly links: readonly string[];
}

export interface FindResult {
  readonly lines: readonly string[];
  readonly found: number;
  readonly frames: readonly FrameInPage[];
}

/** Tables, lists and links of a page. `cut`: there was more than was wanted. */
export interface ExtractedData {
  readonly tables: readonly {
    readonly name: string;
    /** Empty: its first row does not name them. */
    readonly columns: readonly string[];
    readonly rows: readonly (readonly string[])[];
  }[];
  readonly lists: readonly (readonly string[])[];
  readonly links: readonly { readonly text: string; readonly url: string }[];
  readonly cut: boolean;
}

export interface ExtractResult {
  readonly text: string;
  readonly data?: ExtractedData;
  /** Null: there is none such, or several. */
  readonly fields?: Readonly<Record<string, string | null>>;
}

export interface Changed {
  /** The address it has now, where it is another; its title likewise. */
  readonly url: string | null;
  readonly title: string | null;
  /** Lines that went and came, of those that were seen last: `- …`, `+ …`. */
  readonly diff: string;
}

export interface ActResult {
  readonly [said: string]: unknown;
  readonly changed: Changed;
  /** The page could not tell it from a person's doing. */
  readonly trusted: boolean;
}

export interface WaitResult {
  readonly met: true;
  readonly after_ms: number;
}

export interface FrameResult {
  readonly index: number;
}

/** Result of an act that can be done now. */
export interface PreparedResult {
  readonly prepared: true;
}

/** Result of an act just done; its changes are reported once the page rests. */
export interface DoneResult {
  readonly done: Readonly<Record<string, unknown>>;
}

/** `begun`: nobody saw it end; `none`: it never acted here. */
export interface RecallResult {
  readonly was: 'none' | 'begun' | 'ended';
  readonly outcome?: PageOutcome;
}

export type PageOutcome =
  | {
      readonly ok: true;
      readonly result:
        | SnapshotResult
        | FindResult
        | ExtractResult
        | ActResult
        | WaitResult
        | FrameResult
        | PreparedResult
        | DoneResult
        | RecallResult;
    }
  | ({ readonly ok: false } & ResourceProblem);

export type ResourceErrorCode =
  | 'element_gone'
  | 'element_ambiguous'
  | 'page_changed'
  | 'not_actionable'
  | 'secret_field'
  | 'draft_present'
  | 'person_active'
  | 'wait_timeout'
  | 'outcome_unknown'
  | 'cancelled'
  | 'invalid_params'
  | 'unsupported_verb';

export interface ResourceProblem {
  readonly error_code: ResourceErrorCode;
  /** State found instead, and what to do. */
  readonly error_message: string;
}

export type ResourceAnswer = {
  readonly url: string;
  readonly title: string;
  /** Another one in every document. */
  readonly document: string;
  /** Value of `first_ref` for the document after this one. */
  readonly next_ref: number;
  /** Values never to be reported. They stay with the caller of the script. */
  readonly secrets?: readonly ToldSecrets[];
} & PageOutcome;
