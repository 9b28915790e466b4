import { createHash } from 'node:crypto';

import type { Kit, Running } from '../../../engine/feature.ts';
import { actionsFeature, findActions, type FoundAction } from '../actions/feature.ts';
import { browsersFeature } from '../../ground/browsers/feature.ts';
import { minuteOfDay } from './renewals/minute-of-day.ts';
import { settingsFeature } from '../../ground/settings/feature.ts';
import { createReplyProgress, type ReplyProgress } from './reply-progress.ts';
import { recordFinalMessage } from './steps/record-final-message.ts';
import { runHeldReply } from './steps/run-held-reply.ts';

/** Calls of the edges about replies that are being written. */
export interface RepliesPort {
  readonly progress: ReplyProgress;
}

/** Starts the handling of replies: which delivery a reply ends, and whether it acts. */
export function startReplies(kit: Kit): Running<RepliesPort> {
  const { store, read, now, steadyNow, newId, log, settings: start } = kit;
  const { maxAttempts, finalTimeoutMs } = start;
  const { presence } = kit.use(browsersFeature);
  const { runner } = kit.use(actionsFeature);
  const settings = kit.use(settingsFeature);
  const messageLimits = () => settings.current().max_message_chars;

  return {
    provides: { progress: createReplyProgress({ read, presence, now, steadyNow, log }) },
    frames: {
      'browser.final_message': {
        async take(frame, from) {
          const actions = findActions(frame.raw_text);
          const { loop_breaker, default_modes } = settings.current();
          const input = {
            frame,
            clientId: from.clientId,
            ...presence.browsers(),
            from,
            actions,
            actionsHash: hashActions(actions),
            now: now(),
            anchorId: newId(),
            jobId: newId(),
            localConversationId: newId(),
            finalTimeoutMs,
            maxAttempts,
            messageLimits: messageLimits(),
            maxEqualRounds: loop_breaker.max_equal_rounds,
            defaultModes: default_modes,
            minuteOfDay,
          };
          // One commit for both: on a disk that is slow to sync, a commit takes longer than all that is in it.
          const heard = await store.runWith(recordFinalMessage, input, (recorded) =>
            runner.judgeAlong(recorded?.pending ?? []),
          );
          return heard?.refusals ?? [];
        },
      },
      'reply.run': {
        async take(frame, from) {
          const refusals = await store.run(runHeldReply, {
            from,
            frame,
            clientId: from.clientId,
            messageLimits: messageLimits(),
            jobId: newId(),
            maxAttempts,
            now: now(),
          });
          return refusals ?? [];
        },
      },
    },
  };
}

/** Null where there are none: two replies without actions are not alike for that. */
function hashActions(actions: readonly FoundAction[]): string | null {
  if (actions.length === 0) return null;
  return createHash('sha256').update(JSON.stringify(actions)).digest('base64url');
}
