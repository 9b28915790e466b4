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
  readonly children: (data: T) => ComponentChildren;
}

/**
 * What stands on one answer: a skeleton while it is not there, the answer, and what went wrong where the last try
 * failed: then it says of when the answer is.
 */
export function Block<T>({ state, again, children }: BlockProps<T>): VNode {
  const { data, error, at } = state.value;
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

function Skeleton(): VNode | null {
  const [shown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(true), SKELETON_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return shown ? <div class="skeleton" role="status" aria-label={word('loading')} /> : null;
}
