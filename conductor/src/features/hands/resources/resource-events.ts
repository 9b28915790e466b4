import type { FrameOf } from '../../../../../shared/protocol/index.ts';
import type { Reader } from '../../../engine/query.ts';
import type { Log } from '../../../engine/runtime.ts';
import type { GivenTo } from '../../../engine/handle.ts';
import * as resources from './queries.ts';
import type { resourceChanged } from './effects.ts';

type EventFrame = FrameOf<'resource.event'>;

/** Event of a resource. Times in ms since 1970-01-01 UTC. */
export interface ResourceHappening {
  readonly event: `resource.${EventFrame['event']}` | 'resource.stateChanged';
  readonly resource_id: string;
  readonly chat_session_id: string;
  readonly data: EventFrame['data'] | { readonly status: string };
  readonly at: number;
}

/** Passes on what happens to resources to whoever looks; nothing of it is kept. */
export interface ResourceEvents {
  /** An executor tells of a call that runs. */
  readonly told: (clientId: string, frame: EventFrame) => void;
  /** A resource has another state. */
  readonly changed: (change: GivenTo<typeof resourceChanged>, at: number) => void;
  readonly watch: (tell: (happening: ResourceHappening) => void) => () => void;
  /** Reports the screens of programs that serve conversations, to those who serve them and to nobody else. */
  readonly watchScreens: (tell: (frame: EventFrame) => void) => () => void;
}

const SECOND_MS = 1_000;

export function createResourceEvents(deps: {
  readonly read: Reader;
  /** Clock that nobody sets, in milliseconds. */
  readonly steadyNow: () => number;
  /** Returns the most events of one resource that are passed on in a second. */
  readonly most: () => number;
  readonly log: Log;
}): ResourceEvents {
  const { read, steadyNow, most, log } = deps;
  const watchingScreens = new Set<(frame: EventFrame) => void>();
  const watching = new Set<(happening: ResourceHappening) => void>();
  /** Counts of events in the current second, by client and resource. */
  let counted = { since: 0, of: new Map<string, number>() };

  const tellAll = (happening: ResourceHappening): void => {
    for (const tell of watching) tell(happening);
  };

  function isTooMany(resourceId: string): boolean {
    const now = steadyNow();
    if (now - counted.since >= SECOND_MS) counted = { since: now, of: new Map() };
    const told = (counted.of.get(resourceId) ?? 0) + 1;
    counted.of.set(resourceId, told);
    return told > most();
  }

  async function pass(clientId: string, frame: EventFrame): Promise<void> {
    const { resource_id, event, data, observed_at: at } = frame;
    const shown = await read.one(resources.shownResource({ resourceId: resource_id }));
    // An executor speaks for what it holds, and for nothing else.
    if (shown?.resource.executorId !== clientId) return; // guard: holder-tells
    if (event === 'screen') {
      for (const tell of watchingScreens) tell(frame);
      return;
    }
    const { chatSessionId: chat_session_id } = shown.resource;
    tellAll({ event: `resource.${event}`, resource_id, chat_session_id, data, at });
  }

  return {
    told(clientId, frame) {
      const listeners = frame.event === 'screen' ? watchingScreens : watching;
      if (listeners.size === 0 || isTooMany(`${clientId} ${frame.resource_id}`)) return;
      pass(clientId, frame).catch((cause: unknown) =>
        log.error({ err: cause }, 'what happens to a resource could not be passed on'),
      );
    },
    changed({ resourceId: resource_id, chatSessionId: chat_session_id, status }, at) {
      tellAll({
        event: 'resource.stateChanged',
        resource_id,
        chat_session_id,
        data: { status },
        at,
      });
    },
    watchScreens(tell) {
      watchingScreens.add(tell);
      return () => watchingScreens.delete(tell);
    },
    watch(tell) {
      watching.add(tell);
      return () => watching.delete(tell);
    },
  };
}
