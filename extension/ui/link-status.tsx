import type { VNode } from 'preact';

import type { LinkState } from '../messages/popup-messages.ts';
import { linkAdvice, linkWords } from '../i18n/link-words.ts';

/** The link in a word; empty until it is known. */
export function LinkStatus({ link }: { readonly link: LinkState | null }): VNode {
  const { text, tone } = link === null ? { text: '', tone: 'quiet' } : linkWords(link);
  return (
    <p id="link" role="status" data-tone={tone}>
      {text}
    </p>
  );
}

/** Shows the problem of the link and its remedy. `told`: a screen reader reads it at once. */
export function LinkNotice({
  link,
  told = false,
}: {
  readonly link: LinkState | null;
  readonly told?: boolean;
}): VNode {
  const trouble = link === null ? null : linkAdvice(link);
  return (
    <section
      id="notice"
      class="card"
      data-tone="bad"
      role={told ? 'status' : undefined}
      hidden={trouble === null}
    >
      <h2 id="notice-title">{trouble?.meaning}</h2>
      <p id="notice-text">{trouble?.remedy}</p>
    </section>
  );
}
