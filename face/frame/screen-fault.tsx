import type { VNode } from 'preact';

import { useWorld } from '../store/world.ts';
import { word } from '../words/word.ts';

/** One screen failed; the rail goes on. Says what to send to whoever mends it. */
export function ScreenFault({
  error,
  again,
}: {
  readonly error: Error;
  readonly again: () => void;
}): VNode {
  const { live } = useWorld();
  const report = `${location.pathname}\n${navigator.userAgent}\n${error.stack ?? String(error)}`;
  /** Firefox asks no second time for a file that did not come, until the page is loaded anew. What was written lives through that. */
  function tryAgain(): void {
    if (live.state.peek().kind === 'live') location.reload();
    else again();
  }

  return (
    <div class="problem" role="alert">
      <p>
        <strong>{word('fault_title')}</strong>
      </p>
      <p class="soft">{word('fault_text')}</p>
      <pre>{report}</pre>
      <div class="buttons">
        <button type="button" onClick={() => void navigator.clipboard.writeText(report)}>
          {word('copy')}
        </button>
        <button type="button" class="plain" onClick={tryAgain}>
          {word('try_again')}
        </button>
      </div>
    </div>
  );
}
