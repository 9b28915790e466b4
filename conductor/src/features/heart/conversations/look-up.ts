import type { ApiError } from '../../../../../shared/api/operation.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import { unknown } from '../../../engine/not-found.ts';
import type { Reader } from '../../../engine/query.ts';
import type { Clock } from '../../../engine/runtime.ts';
import type { Presence } from '../../ground/browsers/feature.ts';
import { accountView, type ConversationView, conversationView, renewalView } from './views.ts';
import * as conversations from './queries.ts';
import * as asks from './asks.ts';

/** Finds one conversation, with all that the API shows of it. */
export interface ConversationLookup {
  /** Finds a conversation by our own id, its key, or an earlier key of it. Null: there is none. */
  find(id: string): Promise<ConversationView | null>;
  /** The same; the error `not_found` names `params.id`. */
  named(id: string): Promise<Result<ConversationView, ApiError>>;
}

export function createConversationLookup(deps: {
  readonly read: Reader;
  readonly presence: Pick<Presence, 'canServe'>;
  readonly now: Clock;
}): ConversationLookup {
  const { read, presence, now } = deps;

  async function find(id: string): Promise<ConversationView | null> {
    const { whole, account } = await read.snapshot({
      whole: conversations.wholeConversation({ id }),
      account: asks.accountOfConversation({ id }),
    });
    return (
      whole && {
        ...conversationView(whole, presence),
        aliases: [...whole.aliases],
        page_url: whole.pageUrl,
        renewal: whole.renewal && renewalView(whole.renewal),
        account: account && accountView(account, now()),
      }
    );
  }

  return {
    find,
    async named(id) {
      const found = await find(id);
      return found === null ? err(unknown('conversation', id, 'params.id')) : ok(found);
    },
  };
}
