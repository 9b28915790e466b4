import type { FastifyInstance } from 'fastify';

import type { Handlers } from '../api/operations.ts';
import type { Artifacts } from '../services/artifacts.ts';
import type { DataPort } from '../services/data-port.ts';
import type { EventFeed } from '../services/event-feed.ts';
import type { Idempotency } from '../services/idempotency.ts';
import type { Pairing } from '../services/pairing.ts';
import type { Log } from '../services/ports.ts';
import type { ReadPort } from '../services/read-port.ts';
import type { Readiness } from '../services/readiness.ts';

/** What the HTTP face asks of the services. */
export interface RouteServices {
  readonly handlers: Handlers;
  readonly pairing: Pairing;
  readonly version: string;
  /** Proves to the person's own programs that they are: a file only this user can read. */
  readonly adminSecret: string;
  readonly read: ReadPort;
  readonly events: EventFeed;
  readonly artifacts: Artifacts;
  readonly data: DataPort;
  readonly idempotency: Idempotency;
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
  readonly countRequest: (operation: string, status: number, durationMs: number) => void;
  /** Further routes behind the same lock. */
  readonly serveMore: (app: FastifyInstance) => void;
  readonly readiness: Readiness;
  readonly readOnly: boolean;
  readonly log: Log;
}
