import * as z from 'zod';

import { err, ok } from '../../../../../../shared/lib/result.ts';
import type { JsonObject } from '../../../../baa/json-value.ts';
import { defineTool, jsonResult, type Tool } from '../../../heart/actions/feature.ts';
import { OPEN_URL, openedTabId } from '../opened-tab.ts';
import { forbidden, isPrivate, type OpenPage } from '../../../hands/resources/feature.ts';
import type { TabSnapshots } from './tab-snapshots.ts';

/** So long a client has to show it, before a browser is asked to. */
const SHOWN_WITHIN_MS = 5_000;

const key = z.string().min(1).max(200).optional();

/**
 * Opens a page beside the conversation, in the clients that follow its stream: the part of the message is what opens it,
 * and a snapshot of the tab is what says that it is open. Where none does, a browser of the person opens it.
 */
export function openUrlTool(deps: {
  readonly tabs: TabSnapshots;
  /** Has the stream of a run tell what its rows say by now. */
  readonly retell: (runId: string) => void;
  readonly openPage: OpenPage;
  readonly ownUrl: () => string;
}): Tool {
  const { tabs, retell, openPage, ownUrl } = deps;
  const tool = defineTool({
    id: OPEN_URL,
    params: z.strictObject({
      url: z.string().min(1).max(4_000).describe('http or https'),
      title: z.string().min(1).max(200).optional(),
      view_key: key.describe('The view of the web client that shows it'),
      panel_key: key.describe('The panel of it'),
    }),
    risk: 'medium',
    idempotent: true,
    agentsOnly: true,
    // An address can hold any words.
    egress: true,
    waits: true,
    help: "Opens a page beside this conversation in the person's web client or browser, and says whether it is there.",
    async run({ url }, { conversationKey, instructionId, signal }) {
      const tabId = openedTabId(instructionId);
      const shown = tabs.next(
        (one) =>
          one.conversationKey === conversationKey && (one.tabId === tabId || one.tab.url === url),
        { ms: SHOWN_WITHIN_MS, signal },
      );
      retell(instructionId.split('.', 1)[0] ?? '');
      if ((await shown) !== null) return jsonResult({ tab_id: tabId, opened: 'web' });
      const page = await openPage({ conversationKey, instructionId, url, signal });
      if (page.ok) return jsonResult({ tab_id: tabId, opened: 'extension' });
      const why = page.error.code === 'no_executor' ? {} : { why: page.error.text };
      return jsonResult({ tab_id: tabId, opened: 'nobody', ...why });
    },
  });
  return {
    ...tool,
    look({ url }: JsonObject) {
      const address = typeof url === 'string' ? url : '';
      const fault = address === 'about:blank' ? 'Pages of about: are never opened.' : null;
      const why = fault ?? forbidden(address, ownUrl());
      if (why !== null) return Promise.resolve(err({ code: 'invalid_params', text: why } as const));
      const facts = { page: { origin: new URL(address).origin } };
      const asksAlways = isPrivate(address);
      const risk = asksAlways ? 'high' : tool.risk;
      return Promise.resolve(ok({ risk, asksAlways, facts, subject: null }));
    },
  };
}
