import type { SecretValues } from '../../shared/lib/secret-values.ts';
import type { ResourceAnswer, ResourceRequest } from '../messages/resource-messages.ts';
import type { CallEnd, CallPage } from './call-end.ts';
import type { KeptSnapshot } from './snapshot-changes.ts';

/** A frame that the page's script is in. */
export interface FrameThere {
  /** The places of the windows around it; empty for the page itself. */
  readonly path: readonly number[];
  readonly origin: string;
}

/** A page that the call may work in now, and the frames of it that it may enter. */
export interface Entered<Frame extends FrameThere> {
  readonly page: CallPage;
  readonly frames: readonly Frame[];
}

/** State of a page between calls. */
export interface PageCounts {
  /** The reference that comes next. */
  readonly nextRef: number;
  readonly snapshots: number;
  /** Last snapshot from the top of the page; null: none is kept. */
  readonly shown: KeptSnapshot | null;
}

/** One page as one call meets it: a tab of a person's browser, or a page of a worker's. */
export interface PageHost<Frame extends FrameThere> {
  readonly expect: ResourceRequest['expect'];
  /** Links into windows of their own are kept, and told to `doings`. */
  readonly keepsLinks: boolean;
  /** Values in this page and those before it that are never reported. */
  readonly secrets: SecretValues;
  /** Whether the call may work there is asked anew each time. */
  enter(): Promise<Entered<Frame> | CallEnd>;
  /** Rejects when the frame goes to another document before it answers. */
  ask(frame: Frame, request: ResourceRequest): Promise<ResourceAnswer>;
  counts(): PageCounts;
  keep(change: Partial<PageCounts>): Promise<void>;
  /** The page itself has answered. */
  answered(answer: ResourceAnswer): Promise<void>;
  /** Returns the side effects of the page since the last call: dialogs, windows. */
  doings(links: readonly string[]): Promise<Readonly<Record<string, unknown>>>;
  /** Where the page is, once it has loaded: without an address that the chat may not know. Null: it is gone. */
  whereNow(): Promise<{ readonly url: string | null; readonly title: string | null } | null>;
  /** Why no further step is begun; null: it may go on. */
  ended(): CallEnd | null;
}
