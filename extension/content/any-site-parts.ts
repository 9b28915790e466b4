import { connectBothTaps } from './connect-tap.ts';
import { type ModelOriginsStorage, readModels } from './read-models.ts';
import { KnownTalks } from './known-talks.ts';
import type { ContentParts } from './start-content.ts';
import { TalkMemory } from './talk-memory.ts';
import { UnreadWatch } from './unread-watch.ts';
import type { TaughtStorage } from './teach/taught-page.ts';
import { Teaching } from './teach/teaching.ts';

/**
 * The page may be of any site: its sockets are watched too, it may ask its model at another origin, and a person may have
 * taught what the page is.
 */
export function anySiteParts(storage: TaughtStorage & ModelOriginsStorage): ContentParts {
  return {
    connect: readModels(connectBothTaps, storage),
    remember: (...page) => new TalkMemory(new KnownTalks(storage), ...page),
    watchUnread: (...page) => new UnreadWatch(...page),
    async teaching(own) {
      const teaching = new Teaching(own, storage);
      await teaching.recall();
      return teaching;
    },
  };
}
