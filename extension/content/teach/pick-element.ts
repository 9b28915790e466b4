import { word, type WordKey } from '../../words/words.ts';
import { queryDeep } from '../compose/query-deep.ts';

export type Picked = Element | 'skip' | 'forget' | 'cancel';

export interface Asked {
  readonly part: 'composer' | 'button' | 'reply';
  readonly question: WordKey;
  /** What the arrow keys go through, and what a pointer over a part of it means. */
  readonly candidates: string;
}

const STYLE = `
  :host { all: initial }
  section { position: fixed; inset: 8px 8px auto; z-index: 2147483647; padding: 10px 14px; border-radius: 8px;
    display: flex; flex-wrap: wrap; gap: 8px;
    font: 14px/1.5 system-ui, sans-serif; color: #fff; background: #1f2937; box-shadow: 0 2px 12px #0008 }
  section.low { inset: auto 8px 8px }
  button { font: inherit; color: inherit; background: #374151; border: 1px solid #9ca3af; border-radius: 6px;
    padding: 2px 10px; cursor: pointer }
  button:focus-visible { outline: 2px solid #f59e0b; outline-offset: 1px }
  span { flex: 1 1 100% }
  div { position: fixed; z-index: 2147483646; pointer-events: none; border: 3px solid #f59e0b; border-radius: 4px }`;
const SWALLOWED = [
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'click',
  'keyup',
  'keypress',
];

/**
 * Asks a person to point at a part of the page, with the pointer or the keyboard. Only their own hand counts, and
 * the page sees nothing of it while it lasts.
 */
export function pickElement(
  { part, question, candidates }: Asked,
  signal: AbortSignal,
): Promise<Picked> {
  const host = document.createElement('baton-teach');
  host.dataset['asks'] = part;
  const root = host.attachShadow({ mode: 'closed' });
  const style = document.createElement('style');
  style.textContent = STYLE;
  const panel = document.createElement('section');
  panel.setAttribute('role', 'dialog');
  panel.setAttribute('aria-label', word('watch_teach'));
  const words = document.createElement('span');
  words.setAttribute('role', 'status');
  words.textContent = `${word(question)} ${word('teach_help')}`;
  panel.append(words);
  const frame = document.createElement('div');
  frame.hidden = true;
  root.append(style, frame, panel);
  document.documentElement.append(host);

  return new Promise((resolve) => {
    const over = new AbortController();
    const finish = (picked: Picked): void => {
      over.abort();
      host.remove();
      resolve(picked);
    };
    const addButton = (label: string, press: () => void): void => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = label;
      button.addEventListener('click', ({ isTrusted }) => {
        if (isTrusted) press();
      });
      panel.append(button);
    };
    for (const [label, picked] of BUTTONS) addButton(word(label), () => finish(picked));
    // What lies behind it is to be pointed at too.
    addButton(word('teach_aside'), () => panel.classList.toggle('low'));

    let chosen: Element | null = null;
    const choose = (element: Element | null): void => {
      chosen = element;
      frame.hidden = element === null;
      element?.scrollIntoView({ block: 'nearest' });
      outline();
    };
    /** Where the chosen part is now: the page may scroll and be sized anew. */
    const outline = (): void => {
      if (chosen === null) return;
      const { top, left, width, height } = chosen.getBoundingClientRect();
      Object.assign(frame.style, px({ top, left, width, height }));
    };
    const isOurs = (event: Event): boolean => event.composedPath().includes(host);
    const pointedAt = (event: Event): Element | null => {
      const [target] = event.composedPath();
      if (isOurs(event) || !(target instanceof Element)) return null;
      return target.closest(candidates) ?? target;
    };
    const onKey = (event: KeyboardEvent): void => {
      if (!event.isTrusted) return;
      // The panel's own buttons go on as they do.
      if (isOurs(event) && event.key !== 'Escape') return;
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (event.key === 'Tab') return;
      stop(event);
      if (event.key === 'Escape') return finish('cancel');
      if (event.key === 'Enter' && chosen !== null) return finish(chosen);
      if (step !== 0) choose(next(queryDeep(candidates).filter(isShown), chosen, step));
    };
    const options = { capture: true, signal: over.signal };
    window.addEventListener('keydown', onKey, options);
    for (const type of ['scroll', 'resize']) window.addEventListener(type, outline, options);
    window.addEventListener(
      'pointermove',
      (event) => event.isTrusted && choose(pointedAt(event)),
      options,
    );
    for (const type of SWALLOWED) {
      window.addEventListener(
        type,
        (event) => {
          if (!event.isTrusted || isOurs(event)) return;
          stop(event);
          const element = type === 'click' ? pointedAt(event) : null;
          if (element !== null) finish(element);
        },
        options,
      );
    }
    signal.addEventListener('abort', () => finish('cancel'), { signal: over.signal });
  });
}

const BUTTONS = [
  ['teach_skip', 'skip'],
  ['teach_forget', 'forget'],
  ['teach_cancel', 'cancel'],
] as const satisfies readonly (readonly [WordKey, Picked])[];

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function next(all: readonly Element[], from: Element | null, step: number): Element | null {
  const at = from === null ? -1 : all.indexOf(from);
  const first = step > 0 ? 0 : all.length - 1;
  return all[at < 0 ? first : (at + step + all.length) % all.length] ?? null;
}

function isShown(element: Element): boolean {
  return element.checkVisibility() && element.getBoundingClientRect().height > 0;
}

function px(box: Readonly<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(box).map(([name, value]) => [name, `${value}px`]));
}
