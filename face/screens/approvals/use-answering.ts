import { useEffect, useState } from 'preact/hooks';

import type { Request } from '../../../shared/api/operation.ts';
import type { Operations } from '../../../shared/api/operations.ts';
import type { Kinds } from '../../store/rows.ts';
import { draftOf } from '../../store/drafts.ts';
import { type Deed, useDeed, useToast } from '../../store/world.ts';
import { word } from '../../words/word.ts';

type Answer = Request<Operations['answerApproval']>['body'];

export interface Answering {
  readonly deed: Deed;
  /** Says the answer; false: it was not taken, and the deed says why. */
  readonly answer: (body: Answer) => Promise<boolean>;
  /** false: an answer was just given. A press meant for it must not reach the next approval. */
  readonly ready: boolean;
}

const READY_AFTER_MS = 500;

/** How one approval is answered, by whichever form. */
export function useAnswering(
  { approval_id: id }: Kinds['approval'],
  onAnswered: () => void,
): Answering {
  const deed = useDeed();
  const toast = useToast();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), READY_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return {
    deed,
    ready,
    async answer(body) {
      const answered = await deed.run('answerApproval', { params: { id }, body });
      if (answered?.ok !== true) return false;
      draftOf(`deny ${id}`).value = '';
      draftOf(`edit ${id}`).value = '';
      toast({
        text: word(`answered_${body.decision}`),
        tone: 'good',
        link: {
          href: `/actions/${answered.value.instruction.instruction_id}`,
          text: word('action_whole'),
        },
      });
      onAnswered();
      return true;
    },
  };
}
