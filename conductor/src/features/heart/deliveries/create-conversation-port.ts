import { err, ok } from '../../../../../shared/lib/result.ts';
import { toldWhole } from '../../../../../shared/model/completeness.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { Kit } from '../../../engine/feature.ts';
import type { ConversationLookup } from '../conversations/feature.ts';
import { hearMarks } from '../lineage/feature.ts';
import type { ConversationPort } from './conversation-port.ts';
import { committed, fitMessage, type MessageFitting } from './fit-message.ts';
import type { JobWaiter } from './job-waiter.ts';
import { refused } from './refused.ts';
import { enqueueMessage } from './steps/enqueue-message.ts';
import * as conversations from '../conversations/queries.ts';
import * as deliveries from './queries.ts';

/** Longest wait: longer than any job lives without a reply. */
const LONGEST_WAIT_MS = 8 * 86_400_000;

/** Creates the port by which one conversation sends to another: by the same steps as a person's messages. */
export function createConversationPort(
  { store, read, now, newId, settings: { maxAttempts } }: Kit,
  deps: MessageFitting & { readonly lookUp: ConversationLookup; readonly waiter: JobWaiter },
): ConversationPort {
  const { lookUp, waiter } = deps;
  return {
    list: (words, limit) => read.one(conversations.reachableConversations({ words, limit })),

    async send({ from, chain, to, text, dedupeKey }) {
      const jobId = newId();
      const platform = (await lookUp.find(to))?.platform ?? '';
      const fitting = await fitMessage(text, { jobId, platform }, deps);
      if (!fitting.ok) return fitting;
      const queued = await committed(
        store.run(enqueueMessage, {
          localConversationId: to,
          text: fitting.value.text,
          fullText: text,
          stored: fitting.value.stored,
          jobId,
          dedupeKey,
          origin: 'conversation',
          chain,
          maxAttempts,
          now: now(),
          actor: 'conductor',
          via: from,
          teller: from,
        }),
        fitting.value,
      );
      if (queued.ok) return ok({ jobId: queued.jobId });
      if (queued.code !== 'not_found') return err(refused(queued.code));
      return err({ code: 'not_found', text: `There is no conversation ${to}.` });
    },

    async waitForFinal(jobId, signal, asker) {
      const limits = { timeoutMs: LONGEST_WAIT_MS, signal, isAction: true };
      const came = await waiter.until(jobId, 'final', limits);
      const { reply, job } = await read.snapshot({
        reply: deliveries.replyTo({ jobId }),
        job: deliveries.job({ jobId }),
      });
      if (reply !== null) {
        // Before its words are anywhere.
        // guard: taint-of-who-answers
        if (asker !== undefined && job !== null)
          await store.run(hearMarks, { from: job.conversationKey, to: asker, now: now() });
        const text = toldWhole(reply.rawText, reply.complete ?? 'whole');
        return ok({ text, assistantMessageId: reply.messageId });
      }
      if (!came) return err({ code: 'cancelled', text: 'The wait for the reply was given up.' });
      const { lastErrorCode: code = null, lastErrorText: why } = job ?? {};
      if (code !== null) return err({ code, text: why ?? '' });
      const gone = { code: 'not_found', text: 'The other conversation, or the message, is gone.' };
      return err(gone as CodedError);
    },
  };
}
