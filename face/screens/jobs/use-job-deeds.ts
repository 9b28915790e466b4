import type { KeyRow } from '../../parts/keys.ts';
import { useMay } from '../../store/may.ts';
import type { Kinds } from '../../store/rows.ts';
import { type Deed, useDeed, useToast } from '../../store/world.ts';
import { word } from '../../words/word.ts';

type Job = Kinds['job'];

/** Until it is in the chat, it can be taken back; after that its reply need not be waited for. */
export const CANCELLABLE: readonly Job['status'][] = [
  'pending',
  'dispatched',
  'retry_wait',
  'acked',
];

/** The word for what cancelling does. */
export function cancelWords({ status }: Job): 'job_cancel' | 'job_wait_no_longer' {
  return status === 'acked' ? 'job_wait_no_longer' : 'job_cancel';
}

/** Toasts after a deed. */
export const DONE = {
  retryJob: 'job_goes_again',
  resendJob: 'job_goes_again',
  cancelJob: 'job_was_cancelled',
  confirmJob: 'job_was_found',
} as const;

/** Whether it is in the chat, only a look there tells. */
export function mayLieThere({ status, error }: Job): boolean {
  return status === 'failed' && error?.code === 'delivery_uncertain';
}

/** Deeds of a person on a delivery, from its row or its detail. */
export function useJobDeeds(): {
  readonly deed: Deed;
  readonly run: (what: keyof typeof DONE, id: string) => Promise<void>;
  readonly actionsOf: (job: Job) => readonly KeyRow[];
} {
  const deed = useDeed();
  const toast = useToast();
  const mayAnswer = useMay('answer');

  async function run(what: keyof typeof DONE, id: string): Promise<void> {
    const answered = await deed.run(what, { params: { id } });
    if (answered?.ok !== true) return;
    toast({
      text: word(DONE[what]),
      tone: 'good',
      link: { href: `/trail?subject=${encodeURIComponent(id)}`, text: word('place_trail') },
    });
  }

  return {
    deed,
    run,
    actionsOf(job) {
      const { job_id: id, status } = job;
      // What may be in the chat already goes out again by a press alone, after a look.
      if (mayAnswer && status === 'failed' && !mayLieThere(job))
        return [{ keys: 'r', says: 'job_retry', run: () => void run('retryJob', id) }];
      if (mayAnswer && CANCELLABLE.includes(status))
        return [{ keys: 'c', says: cancelWords(job), run: () => void run('cancelJob', id) }];
      return [];
    },
  };
}
