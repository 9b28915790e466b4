import type { ResourceAnswer, ResourceRequest } from '../../messages/resource-messages.ts';

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

/** The browser's tabs as chats work in them. */
export interface ResourceTabs {
  /** Opens a tab behind the others, marked as working for a chat. */
  open(url: string): Promise<Loading & { readonly tabId: number }>;
  /** Null: it is gone. */
  state(tabId: number): Promise<TabState | null>;
  go(tabId: number, to: Going): Promise<Loading>;
  /** Of a page that went elsewhere by itself. False: it did not load within the time. */
  whenLoaded(tabId: number, limitMs: number): Promise<boolean>;
  close(tabId: number): Promise<void>;
  /** Brings the script into every frame that the browser lets it into. */
  reach(tabId: number): Promise<readonly ReachedFrame[]>;
  /** Rejects when the frame goes away before it answers. */
  ask(tabId: number, frameId: number, request: ResourceRequest): Promise<ResourceAnswer>;
}
