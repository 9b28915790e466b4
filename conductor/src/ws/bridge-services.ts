import type { ErrorCode } from '../../../shared/model/error-codes.ts';
import type { CloseReason, ExtensionBusinessFrame } from '../../../shared/protocol/index.ts';
import type { Client } from '../domain/rows.ts';
import type { Clock, IdSource, Log } from '../services/ports.ts';
import type { Presence } from '../services/presence.ts';

/** What the bridge asks of the services. */
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
  knowsOrigin(origin: string | undefined): boolean;
  authenticate(token: string, origin: string | undefined): Client | null;
  /** Null: not paired any more. */
  welcome(
    clientId: string,
    lastSeq: number,
  ): Promise<{ readonly lastReceivedSeq: number; readonly heldJobIds: readonly string[] } | null>;
  record(clientId: string, frame: ExtensionBusinessFrame): Promise<void>;
  skip(clientId: string, seq: number): Promise<void>;
  acknowledge(clientId: string, seq: number): void;
  framesAfter(
    clientId: string,
    seq: number,
    limit: number,
  ): readonly { readonly seq: number; readonly frameJson: string }[];
  /** For those who watch: a frame was refused, a link ended by us. */
  refused(code: ErrorCode): void;
  closed(reason: CloseReason): void;
  /** A browser that can now be served, or cannot any more. */
  readonly presence: Pick<Presence, 'connect' | 'disconnect'>;
}
