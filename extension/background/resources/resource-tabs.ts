import type {
  ResourceAnswer,
  ResourcePart,
  ResourceRequest,
} from '../../messages/resource-messages.ts';
import type { DialogAnswer } from '../../page/dialog-shim.ts';

export interface TabState {
  /** Null where the browser does not let Baton see it: no grant, or no page. */
  readonly url: string | null;
  readonly title: string | null;
}

/** A frame of a tab that Baton's script could be brought into. */
export interface ReachedFrame {
  readonly frameId: number;
  /** The places of the windows around it; empty for the page itself. */
  readonly path: readonly number[];
  readonly origin: string;
}

/** A page is on its way. */
export interface Loading {
  /** False: it was not there within the time. */
  readonly loaded: (limitMs: number) => Promise<boolean>;
}

export type Going = { readonly url: string } | { readonly to: 'back' | 'forward' | 'reload' };

/** Mark that a person sees on a tab at work. */
export interface TabMark {
  /** Title of the chat; null: it has none. */
  readonly title: string | null;
  readonly isStopped: boolean;
  /** In the tab strip it stands with the others of its chat, of which `beside` is one; null: it is in no group. */
  readonly group: { readonly beside: number | null } | null;
}

/** The browser's tabs as chats work in them. */
export interface ResourceTabs {
  /**
   * Opens a tab, and leaves the focus where it is.
   *
   * @param windows Null: behind the others of the person. Else in a window of Baton's own: the first of these that is still
   * there, or a new one. A browser that cannot do that opens it behind the others.
   * @returns with the window of Baton's own that it stands in; null: it stands with the person's.
   */
  open(
    url: string,
    windows: readonly number[] | null,
  ): Promise<Loading & { readonly tabId: number; readonly windowId: number | null }>;
  /** Null: it is gone. */
  state(tabId: number): Promise<TabState | null>;
  go(tabId: number, to: Going): Promise<Loading>;
  /** Waits for a page that navigated by itself. False: it did not load within the time. */
  whenLoaded(tabId: number, limitMs: number): Promise<boolean>;
  close(tabId: number): Promise<void>;
  /** Marks it for eyes, in the page too where `inPage`; null takes the marks away. It never fails: work does not need it. */
  mark(tabId: number, mark: TabMark | null, inPage: boolean): Promise<void>;
  /** Has the page's dialogs answered and its windows kept, from now on. It never fails. */
  shim(tabId: number): Promise<void>;
  /** Takes the reports of each frame's page since the last call; unchecked, and empty where no shim was injected. */
  takeShim(tabId: number): Promise<readonly unknown[]>;
  answerNext(tabId: number, answer: DialogAnswer): Promise<void>;
  /** False: no script of the page runs within that time, as while a dialog is open. */
  answers(tabId: number, limitMs: number): Promise<boolean>;
  /** Returns a picture of the visible part as a `data:` address; null where the browser allows none. */
  picture(tabId: number, format: 'png' | 'jpeg'): Promise<string | null>;
  /** Brings the script, with that part of it, into every frame that the browser lets it into. */
  reach(tabId: number, part: ResourcePart | null): Promise<readonly ReachedFrame[]>;
  /** Rejects when the frame goes away before it answers. */
  ask(tabId: number, frameId: number, request: ResourceRequest): Promise<ResourceAnswer>;
}
