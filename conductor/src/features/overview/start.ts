import type { FrameOf } from '../../../../shared/protocol/index.ts';
import type { Kit, Running } from '../../engine/feature.ts';
import { actionsFeature } from '../actions/feature.ts';
import { browsersFeature } from '../browsers/feature.ts';
import { settingsFeature } from '../settings/feature.ts';
import { createOverviews, type Overview } from './overviews.ts';
import { createPublisher } from './publisher.ts';
import { createTexts } from './texts.ts';

export interface OverviewPort {
  /** Tells how everything stands, now and on every change, until the returned function is called. */
  readonly watch: (tell: (overview: Overview) => void) => () => void;
  /** The text that a browser asks for; null where there is none. */
  readonly textFor: (
    asked: FrameOf<'message_ask'> | FrameOf<'briefing_ask'>,
  ) => Promise<string | null>;
}

/** What browsers are told of how things stand. */
export function startOverview(kit: Kit): Running<OverviewPort> {
  const { store, read, now, log, given } = kit;
  const { presence } = kit.use(browsersFeature);
  const settings = kit.use(settingsFeature);
  const { manual } = kit.use(actionsFeature);
  const servers = () => given.toolServers.status();
  const overviews = createOverviews({ read, settings, servers, log });
  const publisher = createPublisher({
    store,
    presence,
    now,
    rowSteps: kit.rowSteps('publish'),
    log,
  });
  settings.whenChanged(() => overviews.changed());

  return {
    provides: {
      watch: (tell) => overviews.watch(tell),
      textFor: createTexts({ read, manual }),
    },
    effects: {
      conversation_changed({ conversationKey }) {
        overviews.changed();
        publisher.changed(conversationKey);
      },
      conversation_merged({ into }) {
        overviews.changed();
        publisher.changed(into);
      },
      conversation_deleted: () => overviews.changed(),
    },
    stop() {
      publisher.stop();
      overviews.stop();
    },
  };
}
