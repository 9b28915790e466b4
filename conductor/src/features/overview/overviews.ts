import type { FrameOf } from '../../../../shared/protocol/index.ts';
import type { Reader } from '../../engine/query.ts';
import type { Log } from '../../engine/runtime.ts';
import type { ServerStatus } from '../actions/feature.ts';
import type { SettingsNow } from '../settings/feature.ts';
import { readOverview } from './read-overview.ts';

export type Overview = Omit<FrameOf<'overview'>, 'v' | 'id' | 'type'>;

/** Tells browsers that ask how everything stands; changes that follow one another are told once. */
export interface Overviews {
  /** Tells now, and on every change until the returned function is called. */
  watch(tell: (overview: Overview) => void): () => void;
  changed(): void;
  stop(): void;
}

/** People look at it. */
const GATHER_MS = 100;

const MAX_SERVERS = 200;

const MAX_SITES = 500;

export function createOverviews(deps: {
  readonly read: Reader;
  readonly settings: SettingsNow;
  readonly servers: () => readonly ServerStatus[];
  readonly log: Log;
}): Overviews {
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

  function tellAll(): void {
    gathering = undefined;
    const tells = [...watching];
    now().then(
      (overview) => {
        for (const tell of tells) if (watching.has(tell)) tell(overview);
      },
      (cause: unknown) => log.error({ err: cause }, 'the overview could not be read'),
    );
  }

  function changed(): void {
    if (!stopped && watching.size > 0) gathering ??= setTimeout(tellAll, GATHER_MS);
  }

  return {
    changed,
    watch(tell) {
      watching.add(tell);
      changed();
      return () => watching.delete(tell);
    },
    stop() {
      stopped = true;
      clearTimeout(gathering);
    },
  };
}

/** What a frame's short text holds. */
function short(text: string): string {
  return text.slice(0, 2_000).toWellFormed();
}
