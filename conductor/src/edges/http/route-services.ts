import type { FastifyInstance } from 'fastify';

import type { Handler, Operation } from '../../../../shared/api/operation.ts';
import type { EventFeed } from '../../engine/event-feed.ts';
import type { Clock, Log } from '../../engine/runtime.ts';
import type { AgentsPort } from '../../features/minds/agents/feature.ts';
import type { ArtifactsPort } from '../../features/heart/artifacts/feature.ts';
import type { BrowsersPort, Pairing, Presence } from '../../features/ground/browsers/feature.ts';
import type { DataPort, Importer } from '../../features/desk/data/feature.ts';
import type { Reader } from '../../engine/query.ts';
import type { NumbersPort } from '../../features/desk/overview/feature.ts';
import type { Idempotency, FacePort } from '../../features/ground/people/feature.ts';
import type { RepliesPort } from '../../features/heart/replies/feature.ts';
import type { ResourcesPort } from '../../features/hands/resources/feature.ts';
import type { RunsPort } from '../../features/teams/runs/feature.ts';
import type { Readiness } from '../../features/desk/trail/feature.ts';
import type { Pictures } from '../pass-pictures.ts';

/** Services that the HTTP routes ask of the rest of the conductor. */
export interface RouteServices {
  readonly operations: Readonly<Record<string, Operation>>;
  /** Handlers by operation id. */
  readonly handlers: Readonly<Record<string, Handler<Operation>>>;
  readonly pairing: Pairing;
  readonly presence: Pick<Presence, 'startable' | 'watch'>;
  /** Paired browsers, as the API tells of them. */
  readonly clients: BrowsersPort['clients'];
  readonly face: FacePort;
  readonly chats: AgentsPort['chats'];
  readonly watchProgress: RepliesPort['progress']['watch'];
  readonly watchResources: ResourcesPort['events']['watch'];
  readonly watchWorkers: RunsPort['watchWorkers'];
  readonly watchNumbers: NumbersPort['watch'];
  readonly watchPictures: Pictures['watch'];
  /** Host and port of the web UI. */
  readonly faceHost: () => string;
  /** Host and port that lead there. */
  readonly knownHost: () => string;
  /** The folder that the web UI was built into. */
  readonly faceDir: string;
  readonly now: Clock;
  readonly version: string;
  /** The bearer token of the person's own programs, which read it from a file that only this user can read. */
  readonly adminSecret: string;
  readonly read: Reader;
  readonly events: EventFeed;
  readonly artifacts: ArtifactsPort;
  readonly data: DataPort;
  readonly importer: Importer;
  readonly idempotency: Idempotency;
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
  readonly countRequest: (operation: string, status: number, durationMs: number) => void;
  /** Adds further routes that want the same sign-in. */
  readonly serveMore: (app: FastifyInstance) => void;
  /** Adds further routes, which judge for themselves who asks. */
  readonly serveUnlocked: (app: FastifyInstance) => void;
  readonly readiness: Readiness;
  readonly readOnly: boolean;
  readonly log: Log;
}
