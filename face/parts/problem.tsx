import type { VNode } from 'preact';

import type { ApiError } from '../../shared/api/operation.ts';
import { errorWords } from '../words/error-words.ts';
import { word } from '../words/word.ts';

/** An error, its cause and its remedy, in the block that it is about. */
export function Problem({
  error,
  again,
}: {
  readonly error: ApiError;
  readonly again?: (() => void) | undefined;
}): VNode {
  const words = errorWords(error.code);
  return (
    <div class="problem" role="alert">
      <p>
        {words && <strong>{words.meaning}</strong>}{' '}
        {error.text !== words?.meaning && <bdi>{error.text}</bdi>}
      </p>
      <p class="soft">
        {words?.remedy} <code>{error.code}</code>
        {error.field !== undefined && <code>{error.field}</code>}
      </p>
      {again && (
        <button type="button" onClick={again}>
          {word('try_again')}
        </button>
      )}
    </div>
  );
}
