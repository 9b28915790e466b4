/** What the background asks of the script that works in a tab for a conversation, and what that answers. */

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
  readonly format?: 'markdown' | 'text';
  readonly fields?: Readonly<Record<string, Target>>;
}

export type ResourceAsk =
  | { readonly verb: 'snapshot'; readonly args: SnapshotArgs }
  | { readonly verb: 'find'; readonly args: FindArgs }
  | { readonly verb: 'extract'; readonly args: ExtractArgs };

export type ResourceRequest = ResourceAsk & {
  readonly call_id: string;
  /** Of this frame, as references in it begin: `f2`; empty in the page itself. */
  readonly prefix: string;
  /** References below this were given in earlier documents of the same frame; used where the script is new. */
  readonly first_ref: number;
};

/** The frame's own lines come after those of the page it stands in. */
export interface FrameInPage {
  readonly ref: string;
  /** Its place among the frames of its window; -1 where the page shows it without having loaded it. */
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

export interface ExtractResult {
  readonly text: string;
  /** Null: there is none such, or several. */
  readonly fields?: Readonly<Record<string, string | null>>;
}

export type ResourceErrorCode =
  | 'element_gone'
  | 'element_ambiguous'
  | 'page_changed'
  | 'invalid_params'
  | 'unsupported_verb';

export interface ResourceProblem {
  readonly error_code: ResourceErrorCode;
  /** What was there instead, and what to do. */
  readonly error_message: string;
}

export type ResourceAnswer = {
  readonly url: string;
  readonly title: string;
  /** Another one in every document. */
  readonly document: string;
  /** What `first_ref` is to be in the document after this one. */
  readonly next_ref: number;
} & (
  | { readonly ok: true; readonly result: SnapshotResult | FindResult | ExtractResult }
  | ({ readonly ok: false } & ResourceProblem)
);
