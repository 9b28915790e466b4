import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import type { Loaded } from '../store/answers.ts';
import { Problem } from './problem.tsx';
import { Time } from './time.tsx';
import { word } from '../words/word.ts';

/** A skeleton sooner than that only flickers. */
const SKELETON_AFTER_MS = 150;

interface BlockProps<T> {
  /** A signal, or as one. */
  readonly state: { readonly value: Loaded<T> };
  readonly again: () => void;
  /** The id of the one thing that it is about: once that is gone, its trail says what became of it. */
  readonly of?: string;
  readonly children: (data: T) => ComponentChildren;
}

/**
 * A block for one answer: a skeleton while it loads, then the answer. Where the last try failed, the error, and the
 * time of the answer shown.
 */
export function Block<T>({ state, again, of, children }: BlockProps<T>): VNode {
  const { data, error, at } = state.value;
  if (of !== undefined && error?.code === 'not_found') return <Gone id={of} />;
  return (
    <>
      {error && (
        <>
          <Problem error={error} again={again} />
          {at !== null && (
            <p class="soft">
              {word('as_of')} <Time at={at} />
            </p>
          )}
        </>
      )}
      {data === undefined ? error === null && <Skeleton /> : children(data)}
    </>
  );
}

function Gone({ id }: { readonly id: string }): VNode {
  return (
    <div class="empty">
      <p>{word('gone')}</p>
      <a href={`/trail?subject=${encodeURIComponent(id)}`}>{word('gone_trail')}</a>
    </div>
  );
}

function Skeleton(): VNode | null {
  const [shown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(true), SKELETON_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return shown ? <div class="skeleton" role="status" aria-label={word('loading')} /> : null;
}
