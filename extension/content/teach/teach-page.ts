import { describeAll, describeOne } from './describe-element.ts';
import { type Asked, pickElement } from './pick-element.ts';
import type { TaughtPage } from './taught-page.ts';

const COMPOSER: Asked = {
  part: 'composer',
  question: 'teach_composer',
  candidates: 'textarea, [contenteditable="true"], [contenteditable=""], [role="textbox"], input',
};
const SEND_BUTTON: Asked = {
  part: 'button',
  question: 'teach_button',
  candidates: 'button, [role="button"], input[type="submit"], [tabindex], a[href]',
};
const REPLY: Asked = {
  part: 'reply',
  question: 'teach_reply',
  candidates:
    'article, section, blockquote, li, dd, pre, p, div:not(:has(div, p, section, article))',
};

export type Lesson =
  | { readonly kind: 'taught'; readonly page: TaughtPage }
  | { readonly kind: 'forget' }
  /** Nothing changes. */
  | { readonly kind: 'cancelled' };

/** Has a person show the page around. */
export async function teachPage(signal: AbortSignal): Promise<Lesson> {
  const shown: (string | null)[] = [];
  for (const [asked, describe] of [
    [COMPOSER, describeOne],
    [SEND_BUTTON, describeOne],
    [REPLY, describeAll],
  ] as const) {
    const picked = await pickElement(asked, signal);
    if (picked === 'forget') return { kind: 'forget' };
    if (picked === 'cancel') return { kind: 'cancelled' };
    shown.push(picked === 'skip' ? null : describe(picked));
  }
  const [composer = null, sendButton = null, reply = null] = shown;
  return { kind: 'taught', page: { composer, sendButton, reply } };
}
