import type { FrameOf } from '../../../../../../shared/protocol/index.ts';
import { resourceIdOf } from '../../../../../../shared/model/resource-id.ts';
import { insert, joinPlans, plan, update } from '../../../../engine/plan.ts';
import type { QueryOf } from '../../../../engine/query.ts';
import { fromClient } from '../../../ground/browsers/feature.ts';
import { tainted } from '../../../heart/lineage/feature.ts';
import { isGranted, isListed } from '../grants.ts';
import type { Limits } from '../limits.ts';
import { newTab } from '../new-tab.ts';
import { originOf } from '../origin-of.ts';
import { type Resource, RESOURCES, RESOURCE_TABS } from '../rows.ts';
import * as resources from '../queries.ts';
import { CHAT_SESSIONS } from '../../../heart/lineage/sessions/rows.ts';

interface Input {
  readonly executorId: string;
  readonly offer: FrameOf<'resource.offer'>;
  readonly tabId: string;
  /** Pages that a chat has at most. */
  readonly maxPages: number;
  readonly workerOrigins: Limits['worker_origins'];
  readonly now: number;
}

/**
 * A person lends a page to a chat, or a held page opened another: it gets its name and its tab, and is not switched to
 * unless it is the first. Without room, or for a chat that is not known, it stays the person's.
 */
export const takeOffer = fromClient<
  Input,
  { readonly standing: QueryOf<typeof resources.sessionStanding> },
  null
>({
  name: 'take offer',
  load: ({ offer }) => ({
    standing: resources.sessionStanding({ chatSessionId: offer.chat_session_id }),
  }),
  decide({ standing }, { executorId, offer, tabId, maxPages, workerOrigins, now }) {
    const { offer_id } = offer;
    const leave = (reason: string) => ({
      plan: plan({
        frames: [
          {
            clientId: executorId,
            frame: { type: 'resource.adopt', offer_id, resource_id: null, reason } as const,
          },
        ],
      }),
      outcome: null,
    });
    if (standing === null) return leave('There is no such chat.');
    const { session, open } = standing;
    const pages = open.filter(({ resource }) => resource.resourceType === 'browser');
    if (pages.length >= maxPages) return leave(`The chat has ${pages.length} pages open.`);
    const opener = pages.find(
      ({ resource }) =>
        resource.resourceId === offer.opener_resource_id && resource.executorId === executorId,
    );
    if (offer.origin_kind === 'opened' && opener === undefined)
      return leave('The page that opened it is not held for this chat.');
    // What a browser offers its person allowed there; of pages of a worker the grants are here.
    const origin = originOf(offer.url);
    const wanted = { executorId, chatSessionId: session.chatSessionId, level: 'read' } as const;
    const isOfWorker = opener !== undefined && opener.resource.adapter !== 'tab';
    const isAllowed =
      origin !== null &&
      opener !== undefined &&
      (workerOrigins === 'run' ||
        isListed(standing.executors, opener.resource, origin) ||
        isGranted(standing.grants, { ...wanted, origin }, now));
    // guard: worker-windows-granted
    if (isOfWorker && !isAllowed) return leave('Its site is not allowed for this chat.');
    const { chatSessionId, nextIndex: index } = session;
    const resource: Resource = {
      resourceId: resourceIdOf({ type: 'browser', chatSessionId, index }),
      resourceType: 'browser',
      chatSessionId,
      idx: index,
      adapter: opener?.resource.adapter ?? 'tab',
      executorId,
      browserName: opener?.resource.browserName ?? null,
      originKind: offer.origin_kind,
      status: 'ready',
      statusReason: null,
      lastUrl: offer.url,
      lastTitle: offer.title,
      lastDoc: null,
      driverId: null,
      pinned: false,
      createdAt: now,
      updatedAt: now,
      version: 1,
    };
    const isFirst = !pages.some(({ tab }) => tab?.tabId === session.activeTabId);
    // Address and title stand in lists of the chat's pages from now on, and are its author's words.
    const raised = origin === null ? null : tainted(session, [origin], now);
    return {
      plan: joinPlans(
        plan({
          changes: [
            insert(RESOURCES, resource),
            insert(RESOURCE_TABS, newTab(resource, pages, { tabId, title: offer.title, now })),
            update(CHAT_SESSIONS, session, {
              nextIndex: index + 1,
              ...(isFirst && { activeTabId: tabId }),
              ...(raised !== null && { taint: raised.taint }), // guard: taint-of-lent-pages
            }),
          ],
          frames: [
            {
              clientId: executorId,
              frame: {
                type: 'resource.adopt',
                offer_id,
                resource_id: resource.resourceId,
                reason: null,
              },
            },
          ],
          events: [
            {
              type: offer.origin_kind === 'lent' ? 'resource.lent' : 'resource.opened',
              subjectId: resource.resourceId,
              conversationKey: session.conversationKey,
              actor: offer.origin_kind === 'lent' ? 'person' : 'conductor',
              at: now,
              detail: { kind: offer.origin_kind, opener: offer.opener_resource_id },
            },
            ...(raised === null ? [] : [raised.event]),
          ],
        }),
      ),
      outcome: null,
    };
  },
});
