import type { JournalRows } from '../check/check-run.ts';
import type { FaultWorld } from '../faults/fault.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { SiteEntry } from '../site/site-log.ts';
import type { Conductor } from './conductor.ts';
import type { DataDisk } from './data-disk.ts';
import type { TeamPlace } from './team-place.ts';
import type { WorldClock } from './world-clock.ts';

export interface WorldOptions {
  /** Everything of the run is kept here. */
  readonly folder: string;
  /** How many of the world's milliseconds pass in one real one. */
  readonly speed: number;
  /** Further flags of the conductor. */
  readonly flags?: readonly string[];
  /** Called after each message that came to the site. */
  readonly arrived: () => void;
  readonly fault: (error: unknown) => void;
}

/** The world in which a schedule is played, of either level: all its parts are running. */
export interface PlayedWorld {
  readonly clock: WorldClock;
  readonly conductor: Conductor;
  readonly site: { readonly log: readonly SiteEntry[] };
  /** Where programs work: a page whose form tells its site each time it is sent, and a file. */
  readonly workUrl: string;
  readonly workFile: string;
  /** Where teams work; null where none do. */
  readonly teamPlace: TeamPlace | null;
  /** Acts that page and file have counted so far. */
  acts(): readonly string[];
  readonly disk: DataDisk;
  readonly faults: FaultWorld;
  /** The present disk of each browser. */
  journals(): Promise<readonly JournalRows[]>;
  /** Ends all processes; the data stays until the disk is released. */
  end(): Promise<void>;
}

export type StartWorld = (schedule: Schedule, options: WorldOptions) => Promise<PlayedWorld>;
