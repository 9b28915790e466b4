import { assertNever } from '../../shared/lib/assert-never.ts';
import type { BusinessFrame } from './conductor-link/link-session.ts';
import { attemptAfter } from './delivery/attempt.ts';
import { cancelJob, takeJob } from './delivery/take-job.ts';
import { adoptTab } from './resources/offer-tabs.ts';
import {
  cancelCall,
  dropConfirmedFiles,
  markResource,
  takeCall,
} from './resources/take-resource-frames.ts';
import { keepState } from './runtime/known-conversations.ts';
import type { Change, View } from './storage/row-store.ts';

/** The change that a frame of the conductor's asks for; the link commits it with the frame's `seq`. */
export function effectOfFrame(view: View, frame: BusinessFrame, now: number): Change {
  switch (frame.type) {
    case 'delivery.enqueue':
      return takeJob(view, frame, now);
    case 'delivery.cancel':
      return cancelJob(view, frame, now);
    case 'conversation.state':
      return keepState(view, frame);
    case 'tool.call':
      return takeCall(view, frame, now);
    case 'tool.cancel':
      return cancelCall(view, frame.call_id);
    case 'resource.mark':
      return markResource(view, frame);
    case 'resource.adopt':
      return adoptTab(view, frame);
    case 'resource.close':
      return {};
    default:
      return assertNever(frame);
  }
}

/** The conductor has all our frames up to `seq`: ends the attempts whose reply was among them, and keeps no copies of files. */
export function confirmFrames(view: View, seq: number, now: number): Change {
  const confirmed = [...view.attempts.values()].filter(
    (row) => row.status === 'streamed' && (row.reply_seq ?? 0) <= seq,
  );
  return {
    put: {
      attempts: confirmed.map((row) => attemptAfter(row, 'CONFIRMED', {}, now)),
      calls: dropConfirmedFiles(view, seq),
    },
  };
}
