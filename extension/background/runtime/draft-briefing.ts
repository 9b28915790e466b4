import type { PopupAnswers } from '../../messages/popup-messages.ts';
import { hasFields, isCode, isFlag, isShortText } from '../../messages/shape.ts';
import type { ConductorLink } from '../conductor-link/conductor-link.ts';
import type { Tabs } from '../ports.ts';
import type { PageDirectory } from './page-directory.ts';

type Outcome = PopupAnswers['popup.brief'];

/** Puts the words that tell an assistant how to act into the composer of a tab's page, for the person to send. */
export async function draftBriefing(
  tabId: number,
  {
    link,
    directory,
    tabs,
  }: {
    readonly link: Pick<ConductorLink, 'ask'>;
    readonly directory: Pick<PageDirectory, 'pages'>;
    readonly tabs: Pick<Tabs, 'draft'>;
  },
): Promise<Outcome> {
  const page = directory.pages.get(tabId);
  const none = { ok: false, code: 'page_gone', text: 'No chat is watched in this tab.' } as const;
  if (page === undefined) return none;
  const { platform, remote_conversation_id: id } = page;
  const conversation = id === null ? null : { platform, remote_conversation_id: id };
  const text = await link.ask({ type: 'briefing_ask', conversation });
  if (text === null)
    return { ok: false, code: 'internal', text: 'The conductor did not say what to write.' };
  const answer = await tabs.draft(tabId, text).catch(() => null);
  return isOutcome(answer) ? answer : none;
}

function isOutcome(value: unknown): value is Outcome {
  if (!hasFields(value, { ok: isFlag })) return false;
  const isOk = (value as Outcome).ok;
  return isOk || hasFields(value, { code: isCode, text: isShortText });
}
