import type { VNode } from 'preact';

import { useSure } from './deed-button.tsx';

/** The keys of a form: Ctrl+Enter sends it, after a question where what is shown may be old; Esc closes it. */
export function useFormKeys({
  send,
  close,
}: {
  readonly send: () => void;
  readonly close: () => void;
}): { readonly onKeyDown: (event: KeyboardEvent) => void; readonly question: VNode | null } {
  const { sure, question } = useSure();
  return {
    question,
    onKeyDown(event) {
      const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
      if (!sends && event.key !== 'Escape') return;
      event.preventDefault();
      if (sends) sure(send);
      else close();
    },
  };
}
