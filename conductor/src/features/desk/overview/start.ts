import type { FrameOf } from '../../../../../shared/protocol/index.ts';
import type { overviewOperations } from '../../../../../shared/api/overview.ts';
import { ok } from '../../../../../shared/lib/result.ts';
import type { Handling, Kit } from '../../../engine/feature.ts';
import { actionsFeature } from '../../heart/actions/feature.ts';
import { browsersFeature } from '../../ground/browsers/feature.ts';
import { settingsFeature } from '../../ground/settings/feature.ts';
import { createOverviewBroadcaster, type Overview } from './overview-broadcaster.ts';
import { createPublisher } from './publisher.ts';
import { readNow } from './read-now.ts';
import { createTexts } from './texts.ts';
import {
  conversationChanged,
  conversationMerged,
  conversationDeleted,
} from '../../heart/conversations/effects.ts';
import { policyChanged } from '../../heart/policy/effects.ts';
import { programApprovalsChanged } from '../../heart/actions/effects.ts';
import { on } from '../../../engine/effects.ts';
import { TOOL_SERVERS } from '../../heart/actions/given.ts';

/** Calls of the bridge on behalf of browsers. */
export interface OverviewPort {
  /** Sends an overview soon, and after every change, until the returned function is called. */
  readonly watch: (send: (overview: Overview) => void) => () => void;
  /** The text that a browser asks for; null where there is none. */
  readonly textFor: (
    asked: FrameOf<'message_ask'> | FrameOf<'briefing_ask'>,
  ) => Promise<string | null>;
}

/** Sends overviews and changed conversations to browsers. */
export function startOverview(kit: Kit): Handling<OverviewPort, typeof overviewOperations> {
  const { store, read, now, log, given } = kit;
  const { presence, clients } = kit.use(browsersFeature);
  const settings = kit.use(settingsFeature);
  const { manual } = kit.use(actionsFeature);
  const servers = () => given(TOOL_SERVERS).status();
  const broadcaster = createOverviewBroadcaster({ read, settings, servers, log });
  const publisher = createPublisher({
    store,
    presence,
    now,
    rowSteps: kit.rowSteps('publish'),
    log,
  });
  settings.whenChanged(() => broadcaster.changed());

  return {
    provides: {
      watch: (send) => broadcaster.watch(send),
      textFor: createTexts({ read, manual }),
    },
    handlers: {
      async getOverview() {
        const paired = await clients();
        const connected = paired.filter((one) => one.connected).length;
        const browsers = { paired: paired.length, connected };
        return ok(await readNow({ read, now: now(), servers: servers(), browsers }));
      },
    },
    effects: [
      on(conversationChanged, ({ conversationKey }) => {
        broadcaster.changed();
        publisher.changed(conversationKey);
      }),
      on(conversationMerged, ({ into }) => {
        broadcaster.changed();
        publisher.changed(into);
      }),
      on(conversationDeleted, () => broadcaster.changed()),
      on(policyChanged, () => broadcaster.changed()),
      on(programApprovalsChanged, () => broadcaster.changed()),
    ],
    stop() {
      publisher.stop();
      broadcaster.stop();
    },
  };
}
