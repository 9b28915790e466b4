import type { uiTabsOperations } from '../../../../../../shared/api/ui-tabs.ts';
import { err, ok } from '../../../../../../shared/lib/result.ts';
import type { Handling, Kit } from '../../../../engine/feature.ts';
import { unknown } from '../../../../engine/not-found.ts';
import { actionsFeature, sourceOf } from '../../../heart/actions/feature.ts';
import type { AgentsPort } from '../start.ts';
import { openSession, raiseTaint } from '../../../heart/lineage/feature.ts';
import { originOf, resourcesFeature } from '../../../hands/resources/feature.ts';
import { openUrlTool } from './open-url-tool.ts';
import { createTabSnapshots } from './tab-snapshots.ts';
import { tabsText } from './tell-tabs.ts';
import * as agents from '../queries.ts';
import { OWN_URL } from '../../../ground/browsers/given.ts';

/** As JSON. */
const MAX_TAB_LENGTH = 32_768;

/** Tabs of web clients: what is open in them, and a tool that opens another. */
export function startUiTabs(
  kit: Kit,
  { retell, addContext }: Pick<AgentsPort, 'retell' | 'addContext'>,
): Handling<null, typeof uiTabsOperations> {
  const { store, read, now, given } = kit;
  const tabs = createTabSnapshots(now);
  const { openPage } = kit.use(resourcesFeature);
  const openUrl = openUrlTool({ tabs, retell, openPage, ownUrl: given(OWN_URL) });
  kit.use(actionsFeature).tools.add({ ...sourceOf([openUrl]), joins: true });
  addContext(({ run }) => Promise.resolve(tabsText(tabs.of(run.conversationKey))));

  return {
    provides: null,
    handlers: {
      async putTabSnapshot({ params: { tab_id: tabId }, body }) {
        const { session_id: id, client_id: clientId, seq, tab } = body;
        const shown = await read.one(agents.agentSession({ localConversationId: id }));
        if (shown === null) return err(unknown('session', id, 'body.session_id'));
        if (JSON.stringify(tab).length > MAX_TAB_LENGTH) {
          const text = `body.tab: is at most ${MAX_TAB_LENGTH} characters as JSON.`;
          return err({ code: 'invalid_request', text, field: 'body.tab' });
        }
        const { conversationKey } = shown.session;
        const origin = originOf(tab.url);
        const session =
          origin === null ? null : await store.run(openSession, { conversationKey, now: now() });
        // A title is its page's own words: before a model is told of it.
        // guard: tab-taint
        if (origin !== null && session !== null) {
          const { chatSessionId } = session;
          await store.run(raiseTaint, { chatSessionId, origin, now: now() });
        }
        const newest = tabs.put({ conversationKey, clientId, tabId, seq, tab });
        return ok({ accepted: newest === seq, newest_seq: newest });
      },

      async listTabSnapshots({ params: { id } }) {
        const shown = await read.one(agents.agentSession({ localConversationId: id }));
        if (shown === null) return err(unknown('session', id, 'params.id'));
        const items = tabs
          .of(shown.session.conversationKey)
          .map(({ tabId, clientId, seq, at, tab }) => ({
            tab_id: tabId,
            client_id: clientId,
            seq,
            age_ms: Math.max(0, now() - at),
            tab,
          }));
        return ok({ items });
      },
    },
  };
}
