import { word, type WordKey } from '../../i18n/words.ts';
import { queryPath } from '../compose/query-deep.ts';
import { describeAll, describeOne } from './describe-element.ts';
import { type PartQuestion, pickElement } from './pick-element.ts';
import type { TaughtPage } from './taught-page.ts';
import { type PanelButton, TeachPanel } from './teach-panel.ts';
import { watchTeacher } from './watch-teacher.ts';
import { wholeTurn } from './whole-turn.ts';

const PARTS = [
  {
    part: 'composer',
    question: 'teach_composer',
    candidates: 'textarea, [contenteditable="true"], [contenteditable=""], [role="textbox"], input',
    described: describeOne,
    name: 'teach_part_composer',
  },
  {
    part: 'button',
    question: 'teach_button',
    candidates: 'button, [role="button"], input[type="submit"], [tabindex], a[href]',
    described: describeOne,
    name: 'teach_part_button',
  },
  {
    part: 'reply',
    question: 'teach_reply',
    candidates:
      'article, section, blockquote, li, dd, pre, p, div:not(:has(div, p, section, article))',
    described: describeAll,
    name: 'teach_part_reply',
  },
] as const;

type Part = (typeof PARTS)[number];

export type Lesson =
  | {
      readonly kind: 'taught';
      readonly page: TaughtPage;
      /** The reply that was read by it at once; null: none was. */
      readonly read: string | null;
    }
  | { readonly kind: 'forget' }
  /** Nothing changes. */
  | { readonly kind: 'cancelled' };

/** Function that reads the last unreadable answer by the selector of replies; null where no such answer came. */
export type Trial = ((replies: string) => string | null) | null;

/** Has a person show the page around; `said` is what they have sent here. Each part is confirmed, and found again. */
export async function teachPage(
  said: readonly string[],
  trial: Trial,
  signal: AbortSignal,
): Promise<Lesson> {
  const life = new AbortController();
  signal.addEventListener('abort', () => life.abort(), { signal: life.signal });
  const panel = new TeachPanel(life.signal);
  try {
    const learned: (string | null)[] = [];
    for (const [index, part] of PARTS.entries()) {
      const progress = word('teach_step', index + 1, PARTS.length);
      const selector = await askFor(panel, part, progress, said, life.signal);
      if (selector === 'forget') return { kind: 'forget' };
      if (selector === 'cancel') return { kind: 'cancelled' };
      learned.push(selector);
    }
    return await tested(panel, learned, trial, life.signal);
  } finally {
    life.abort();
  }
}

/** Until what is pointed at can be found again and is confirmed; null: skipped. */
async function askFor(
  panel: TeachPanel,
  { part, question, candidates, described }: Part,
  progress: string,
  said: readonly string[],
  signal: AbortSignal,
): Promise<string | null> {
  const meant: PartQuestion['meant'] =
    part === 'reply' ? (element) => wholeTurn(element, said) : (element) => element;
  for (let before = progress; ;) {
    const picked = await pickElement(panel, { part, question, candidates, meant }, before, signal);
    if (picked === 'skip') return null;
    if (!(picked instanceof Element)) return picked;
    const selector = described(picked);
    before = selector === null ? `${progress} ${word('teach_lost')}` : progress;
    if (selector === null) continue;
    panel.frame(picked);
    const answer = await press(
      panel,
      `${part}-picked`,
      `${progress} ${word('teach_check')}`,
      signal,
      ['teach_keep', 'teach_again'],
    );
    if (answer === 'cancel') return answer;
    if (answer === 'teach_keep') return selector;
  }
}

/** Is all of it found in the page as it is now? A person is told of what is, and where nothing is, of that. */
async function tested(
  panel: TeachPanel,
  learned: readonly (string | null)[],
  trial: Trial,
  signal: AbortSignal,
): Promise<Lesson> {
  panel.frame(null);
  const works = learned.map((selector) => selector !== null && queryPath(selector).length > 0);
  const [composer = null, sendButton = null, reply = null] = learned.map((selector, index) =>
    works[index] === true ? selector : null,
  );
  const names = PARTS.filter((_, index) => works[index]).map(({ name }) => word(name));
  const isEmpty = names.length === 0;
  const read = reply === null || trial === null ? null : trial(reply);
  const outcome = isEmpty
    ? word('teach_nothing')
    : `${word('teach_done', names.join(word('check_separator')))} ${readWords(reply, trial, read)}`;
  const answer = await press(panel, 'outcome', outcome, signal, ['teach_close']);
  if (isEmpty || answer === 'cancel') return { kind: 'cancelled' };
  return { kind: 'taught', page: { composer, sendButton, reply }, read };
}

const MAX_SHOWN = 60;

/** Whether a reply is read by what was shown: the last that could not be, else the next will tell. */
function readWords(reply: string | null, trial: Trial, read: string | null): string {
  if (reply === null || trial === null) return word('teach_try');
  if (read === null) return word('teach_unmet');
  const text = read.replaceAll(/\s+/g, ' ').trim();
  return word('teach_read', text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
}

/** Which of the buttons a person pressed; Enter is the first of them. */
function press<Label extends WordKey>(
  panel: TeachPanel,
  asks: string,
  text: string,
  signal: AbortSignal,
  labels: readonly [Label, ...Label[]],
): Promise<Label | 'cancel'> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const finish = (answer: Label | 'cancel'): void => {
      over.abort();
      resolve(answer);
    };
    const buttons: PanelButton[] = labels.map((label) => ({ label, press: () => finish(label) }));
    panel.show(asks, text, buttons);
    const key = (name: string): void => {
      if (name === 'Enter') finish(labels[0]);
      if (name === 'Escape') finish('cancel');
    };
    watchTeacher(panel, { key }, over.signal);
    signal.addEventListener('abort', () => finish('cancel'), { signal: over.signal });
  });
}
