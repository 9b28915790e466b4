import type { ErrorCode } from '../../../../shared/model/error-codes.ts';
import type {
  CloseReason,
  ExtensionBusinessFrame,
  FrameOf,
} from '../../../../shared/protocol/index.ts';
import type { Refusal } from '../../engine/refusal.ts';
import type { Clock, IdSource, Log, QueuedFrame } from '../../engine/runtime.ts';
import type { Client, Presence } from '../../features/ground/browsers/feature.ts';
import type { Overview } from '../../features/desk/overview/feature.ts';

/** Answer to a browser that has said who it is. */
export interface Welcome {
  /** Highest seq of the browser's that is durable here. */
  readonly lastReceivedSeq: number;
  /** Highest seq given to a frame for it. */
  readonly sentSeq: number;
  readonly heldJobIds: readonly string[];
}

/** Services that the bridge uses. */
export interface BridgeServices {
  readonly settings: {
    readonly pingIntervalMs: number;
    readonly helloTimeoutMs: number;
    readonly maxFrameBytes: number;
    readonly framesPerSecond: number;
    readonly version: string;
  };
  readonly log: Log;
  readonly now: Clock;
  /** In milliseconds, by a clock that nobody sets. */
  readonly steadyNow: () => number;
  readonly newId: IdSource;
  knowsOrigin(origin: string | undefined): Promise<boolean>;
  authenticate(token: string, origin: string | undefined): Promise<Client | null>;
  /** `lastSeq`: what the browser says it has. Null: not paired any more. */
  welcome(clientId: string, lastSeq: number): Promise<Welcome | null>;
  /**
   * Resolves when the frame is durable, with what of it was not taken. Not begun while `isWanted` says no: its browser
   * has gone, and sends it again.
   */
  record(
    clientId: string,
    frame: ExtensionBusinessFrame,
    isWanted: () => boolean,
  ): Promise<readonly Refusal[]>;
  /** Tells how everything stands, now and on every change, until the returned function is called. */
  watchOverview(tell: (overview: Overview) => void): () => void;
  /** The text that a browser asks for; null where there is none. */
  textFor(
    clientId: string,
    asked: FrameOf<'message_ask'> | FrameOf<'briefing_ask'> | FrameOf<'face_ask'>,
  ): Promise<string | null>;
  /** Takes a frame that is valid only at the moment. */
  told(
    clientId: string,
    frame: FrameOf<'reply.progress'> | FrameOf<'site.report'> | FrameOf<'resource.event'>,
  ): void;
  skip(clientId: string, seq: number): Promise<void>;
  acknowledge(clientId: string, seq: number): void;
  framesAfter(clientId: string, seq: number, limit: number): Promise<readonly QueuedFrame[]>;
  /** Anyone can bring these about, as often as he likes. */
  noteUnknownOrigin(fields: { readonly origin: string | undefined }): void;
  noteUnknownClosed(fields: { readonly reason: CloseReason }): void;
  /** A peer broke a WebSocket, its rules or its connection. */
  noteBroken(fields: { readonly code: string }): void;
  /** For those who watch: a frame was refused, a link ended by us. */
  refused(code: ErrorCode): void;
  closed(reason: CloseReason): void;
  /** A browser that can now be served, or cannot any more. */
  readonly presence: Pick<Presence, 'connect' | 'disconnect'>;
}
