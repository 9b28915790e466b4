import { type FunctionComponent, h } from 'preact';
import { useState } from 'preact/hooks';

/**
 * A component whose file is loaded when it is first drawn, or before by `preload`. To be drawn inside of `Guarded`. What
 * did not load is loaded anew by who draws it next: preact-iso's own `lazy` keeps the failure as long as the page lives.
 */
export function loadLater<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
): FunctionComponent<P> & { preload(): Promise<void> } {
  let part: FunctionComponent<P> | undefined;
  let loading: Promise<void> | undefined;
  /** Failure of a load that a drawing waits for: the drawing throws it. */
  let failure: { readonly cause: unknown } | undefined;

  function preload(): Promise<void> {
    loading ??= load().then(
      (one) => void (part = one),
      (cause: unknown) => {
        loading = undefined;
        throw cause;
      },
    );
    return loading;
  }

  function Later(props: P) {
    const [, redraw] = useState(0);
    if (part !== undefined) return h(part, props);
    if (failure !== undefined) {
      const { cause } = failure;
      failure = undefined;
      throw cause;
    }
    // oxlint-disable-next-line typescript/only-throw-error -- preact-iso's boundary and router take it, and draw again once it is settled.
    throw preload()
      .catch((cause: unknown) => void (failure = { cause }))
      .then(() => redraw((count) => count + 1));
  }

  return Object.assign(Later, { preload });
}
