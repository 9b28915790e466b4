import type { FrameOf } from '../../../../../shared/protocol/index.ts';
import type { Reader } from '../../../engine/query.ts';
import type { Log } from '../../../engine/runtime.ts';
import type { ServerStatus } from '../../heart/actions/feature.ts';
import type { SettingsNow } from '../../ground/settings/feature.ts';
import { readOverview } from './read-overview.ts';

/** The content of an `overview` frame. */
export type Overview = Omit<FrameOf<'overview'>, 'v' | 'id' | 'type'>;

/** Sends an overview of everything to the browsers that watch it. */
export interface OverviewBroadcaster {
  /**
   * Adds a watcher and has an overview sent soon, to it and to all others; after that they get one after every change,
   * until the returned function is called.
   */
  watch(send: (overview: Overview) => void): () => void;
  /** Sends an overview soon. Calls within 100 ms of the first lead to one overview. */
  changed(): void;
  /** Sends nothing from now on. */
  stop(): void;
}

/**
 * Milliseconds from a change to the overview that shows it. People look at it: they do not notice a tenth of a second.
 */
const GATHER_MS = 100;

const MAX_SERVERS = 200;

const MAX_SITES = 500;

/** Starts without watchers; `stop` ends its timer. */
export function createOverviewBroadcaster(deps: {
  readonly read: Reader;
  readonly settings: SettingsNow;
  readonly servers: () => readonly ServerStatus[];
  readonly log: Log;
}): OverviewBroadcaster {
  const { read, settings, servers, log } = deps;
  const watching = new Set<(overview: Overview) => void>();
  let gathering: NodeJS.Timeout | undefined;
  let stopped = false;

  async function now(): Promise<Overview> {
    const rows = await readOverview(read);
    const modes = Object.entries(settings.current().default_modes);
    return {
      ...rows,
      default_modes: modes.slice(0, MAX_SITES).map(([platform, mode]) => ({ platform, mode })),
      tool_servers: servers()
        .slice(0, MAX_SERVERS)
        .map(({ server, state, tools, error }) => ({
          name: short(server),
          state,
          tools,
          error: error === null ? null : short(error),
        })),
    };
  }

  function sendToAll(): void {
    gathering = undefined;
    const sends = [...watching];
    now().then(
      (overview) => {
        for (const send of sends) if (watching.has(send)) send(overview);
      },
      (cause: unknown) => log.error({ err: cause }, 'the overview could not be read'),
    );
  }

  function changed(): void {
    if (!stopped && watching.size > 0) gathering ??= setTimeout(sendToAll, GATHER_MS);
  }

  return {
    changed,
    watch(send) {
      watching.add(send);
      changed();
      return () => watching.delete(send);
    },
    stop() {
      stopped = true;
      clearTimeout(gathering);
    },
  };
}

/** Cuts a text to the length of a short text in a frame. */
function short(text: string): string {
  return text.slice(0, 2_000).toWellFormed();
}
