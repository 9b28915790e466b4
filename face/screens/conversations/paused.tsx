import type { VNode } from 'preact';

import { isErrorCode } from '../../../shared/model/error-code-names.ts';
import { Visible } from '../../../look/visible.tsx';
import { errorWords } from '../../words/error-words.ts';
import { word } from '../../words/word.ts';

/** Why nothing goes on here, and what to do about it. */
export function Paused({ reason }: { readonly reason: string }): VNode {
  const { meaning, remedy, said, code } = wordsOf(reason);
  return (
    <div class="problem" role="status">
      <p>
        <strong>{meaning}</strong>
        {said !== null && (
          <>
            {' '}
            <Visible text={said} />
          </>
        )}
      </p>
      <p class="soft">
        {remedy} {code !== undefined && <code>{code}</code>}
      </p>
    </div>
  );
}

interface PausedWords {
  readonly meaning: string;
  readonly remedy: string;
  /** The reason that somebody gave. */
  readonly said: string | null;
  /** As error codes are named. */
  readonly code?: string;
}

/** A reason of Baton's own begins with its name; one of a person or a program is said as it is. */
function wordsOf(reason: string): PausedWords {
  const [name = ''] = reason.split(':');
  const remedy = word('paused_remedy');
  if (isErrorCode(name)) {
    const words = errorWords(name);
    if (words !== null) return { ...words, said: null, code: name };
  }
  switch (name) {
    case 'all_paused':
      return {
        meaning: word('paused_with_all'),
        remedy: word('paused_with_all_remedy'),
        said: null,
      };
    case 'drained':
      return { meaning: word('paused_drained'), remedy, said: null };
    case 'imported':
      return { meaning: word('paused_imported'), remedy, said: null };
    default:
      return { meaning: word('paused_here'), remedy, said: reason };
  }
}
