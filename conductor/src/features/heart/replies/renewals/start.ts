import type { Handling, Kit } from '../../../../engine/feature.ts';
import type { ApiError } from '../../../../../../shared/api/operation.ts';
import type { renewalsOperations } from '../../../../../../shared/api/renewals.ts';
import { err, ok, type Result } from '../../../../../../shared/lib/result.ts';
import { unknown } from '../../../../engine/not-found.ts';
import { conversationsFeature, type ConversationView } from '../../conversations/feature.ts';
import { isTimeZone, minuteOfDay } from './minute-of-day.ts';
import { afterQuietHours } from './renewal.ts';
import { setRenewal, stopRenewal, stopRenewalFromBrowser } from './steps/renewals.ts';
import { sweepRenewals } from './sweep-renewals.ts';

/** Starts the renewals: their turns and their operations. */
export function startRenewals(kit: Kit): Handling<null, typeof renewalsOperations> {
  const { store, read, now, newId, settings } = kit;
  const { lookUp } = kit.use(conversationsFeature);

  async function renewalOf(
    id: string,
  ): Promise<Result<NonNullable<ConversationView['renewal']>, ApiError>> {
    const renewal = (await lookUp.find(id))?.renewal ?? null;
    return renewal === null ? err(unknown('conversation', id, 'params.id')) : ok(renewal);
  }

  return {
    provides: null,
    handlers: {
      async setRenewal({ params: { id }, body }, { via }) {
        const conversation = await lookUp.named(id);
        if (!conversation.ok) return conversation;
        const { quiet_hours: quiet } = body;
        if (quiet !== null && !isTimeZone(quiet.time_zone)) {
          const field = 'body.quiet_hours.time_zone';
          const text = `${field}: is an IANA zone, as Europe/Berlin.`;
          return err({ code: 'invalid_request', text, field });
        }
        const request = {
          goal: body.goal,
          message: body.message,
          spacingMs: body.spacing_ms,
          maxTurns: body.max_turns,
          stopPhrase: body.stop_phrase,
          quietFromMinute: quiet?.from_minute ?? null,
          quietToMinute: quiet?.to_minute ?? null,
          timeZone: quiet?.time_zone ?? null,
        };
        const { local_conversation_id: localConversationId } = conversation.value;
        const firstDueAt = afterQuietHours(request, now() + request.spacingMs, (at) =>
          minuteOfDay(request.timeZone, at),
        );
        const by = { actor: 'person', via, now: now() } as const;
        await store.run(setRenewal, { localConversationId, request, firstDueAt, ...by });
        return renewalOf(localConversationId);
      },

      async stopRenewal({ params: { id } }, { via }) {
        const conversation = await lookUp.named(id);
        if (!conversation.ok) return conversation;
        const { local_conversation_id: localConversationId } = conversation.value;
        const by = { actor: 'person', via, now: now() } as const;
        const outcome = await store.run(stopRenewal, { localConversationId, ...by });
        const text = `Conversation ${id} has no renewal.`;
        return outcome === 'not_found'
          ? err({ code: 'not_found', text, field: 'params.id' })
          : renewalOf(localConversationId);
      },
    },
    frames: {
      'renewal.stop': {
        async take(frame, from) {
          const by = { actor: 'person', via: 'popup', now: now() } as const;
          await store.run(stopRenewalFromBrowser, { from, ref: frame, ...by });
          return [];
        },
      },
    },
    sweeps: [
      sweepRenewals({
        store,
        read,
        now,
        newId,
        maxAttempts: settings.maxAttempts,
        renewals: kit.rowSteps('renewals'),
      }),
    ],
  };
}
