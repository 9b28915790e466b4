import type { ComponentChildren, VNode } from 'preact';

import type { Pages } from '../store/pages.ts';
import { word } from '../words/word.ts';
import { Block } from './block.tsx';
import { Problem } from './problem.tsx';

interface PagerProps {
  readonly pages: Pick<Pages<unknown>, 'first' | 'again' | 'error' | 'more' | 'full' | 'onMore'>;
  readonly children: ComponentChildren;
  /** Nothing of what is here is shown: only a press looks further. */
  readonly filtered?: boolean;
}

/** A list that is asked for page by page, with what went wrong at its first page or at the next. */
export function Pager({ pages, children, filtered = false }: PagerProps): VNode {
  const { first, again, error, more, full, onMore } = pages;
  return (
    <>
      <Block state={{ value: first }} again={again}>
        {() => children}
      </Block>
      {error !== null && <Problem error={error} again={onMore} />}
      {full && (
        <p class="soft small is-full" role="status">
          {word('list_full')}
        </p>
      )}
      {filtered && more && (
        <button type="button" class="plain" onClick={onMore}>
          {word('look_further')}
        </button>
      )}
    </>
  );
}
