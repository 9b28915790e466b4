import { assertNever } from '../../shared/lib/assert-never.ts';
import type { PopupAnswers, PopupMessage } from '../messages/popup-messages.ts';
import type { ConductorLink } from './conductor-link/conductor-link.ts';
import type { Pairing } from './conductor-link/pairing.ts';
import type { PersonRequests } from './person-requests.ts';
import type { Routes, Tabs } from './ports.ts';
import { openFace } from './runtime/open-face.ts';
import { draftBriefing } from './runtime/draft-briefing.ts';
import { showConversation } from './runtime/show-conversation.ts';
import { wantMode } from './runtime/known-conversations.ts';
import type { PageDirectory } from './runtime/page-directory.ts';
import type { Executor } from './resources/executor.ts';
import type { WorkGrants } from './resources/work-grants.ts';
import type { RowStore } from './storage/row-store.ts';

export interface PopupContext {
  readonly store: RowStore;
  readonly link: ConductorLink;
  readonly pairing: Pairing;
  readonly requests: PersonRequests;
  readonly work: WorkGrants;
  readonly executor: Executor;
  readonly directory: PageDirectory;
  readonly tabs: Tabs;
  readonly routes: Routes;
}

/** Does what a person asks in the popup. */
export async function answerPopup(
  { store, link, pairing, requests, work, executor, directory, tabs, routes }: PopupContext,
  message: PopupMessage,
): Promise<PopupAnswers[PopupMessage['kind']]> {
  switch (message.kind) {
    case 'popup.pair':
      return pairing.pair(message.conductor_url, message.code);
    case 'popup.unpair':
      await pairing.unpair();
      return { ok: true };
    case 'popup.set_mode':
      return requests.commit((view) => wantMode(view, message, message.mode));
    case 'popup.retry':
      return requests.commit(() => ({
        send: [{ type: 'delivery.retry', job_id: message.job_id }],
      }));
    case 'popup.dismiss':
      return requests.commit(() => ({
        send: [{ type: 'delivery.dismiss', job_id: message.job_id }],
      }));
    case 'popup.text':
      return { text: await link.ask({ type: 'message_ask', job_id: message.job_id }) };
    case 'popup.go_to':
      return {
        ok: await showConversation({ store, directory, tabs, routes }, message, message.page_url),
      };
    case 'popup.brief':
      return draftBriefing(message.tab_id, { link, directory, tabs });
    case 'popup.allow_work':
      return work.allow(message);
    case 'popup.stop_work':
      await (message.stop ? executor.stop() : executor.goOn());
      return { ok: true };
    case 'popup.stop_tab':
      await (message.stop
        ? executor.stopTab(message.resource_id)
        : executor.tabGoesOn(message.resource_id));
      return { ok: true };
    case 'popup.lend_tab':
      return work.lend(message);
    case 'popup.give_back':
      await executor.giveBack(message.resource_id);
      return { ok: true };
    case 'popup.show_tab': {
      const tabId = store.view.held.get(message.resource_id)?.tab_id ?? null;
      return { ok: tabId !== null && (await tabs.show(tabId)) };
    }
    case 'popup.end_work':
      return work.end(message.grant_id);
    case 'popup.open_face':
      return openFace({ link, tabs });
    case 'popup.decide': {
      const { approval_id, decision, reason, always } = message;
      const said = { approval_id, decision, reason, ...(always && { always }) };
      return requests.commit(() => ({ send: [{ type: 'approval.decide', ...said }] }));
    }
    case 'popup.stop_renewal': {
      const { platform, remote_conversation_id } = message;
      return requests.commit(() => ({
        send: [{ type: 'renewal.stop', platform, remote_conversation_id }],
      }));
    }
    case 'popup.run_held': {
      const { platform, remote_conversation_id, assistant_message_id } = message;
      const run = { platform, remote_conversation_id, assistant_message_id };
      return requests.commit(() => ({ send: [{ type: 'reply.run', ...run }] }));
    }
    default:
      return assertNever(message);
  }
}
