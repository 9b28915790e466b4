import { type ComponentChild, h, render } from 'preact';
import { act } from 'preact/test-utils';

import { type Ask, AskProvider } from '../../extension/ui/ask.ts';

// Node has none.
globalThis.reportError ??= (fault: unknown) => {
  queueMicrotask(() => {
    throw fault;
  });
};

export interface DrawnPage {
  /** Requests to the background. */
  readonly asked: readonly unknown[];
  /** Takes it away. */
  end(): void;
}

/** A page of the extension, or a part of one, drawn without a browser. Without `answer` nobody answers it. */
export function drawnPage(
  page: ComponentChild,
  answer: (message: unknown) => Promise<unknown> = () => new Promise(() => undefined),
): DrawnPage {
  const asked: unknown[] = [];
  const ask = ((message: unknown) => {
    asked.push(message);
    return answer(message);
  }) as Ask;
  document.body.replaceChildren();
  void act(() => render(h(AskProvider, { value: ask, children: page }), document.body));
  return { asked, end: () => void act(() => render(null, document.body)) };
}

/** Does it, and draws what came of it. */
export function drawn(change: () => void): void {
  void act(change);
}

/** As a person clicks who has read what stands there. */
export function click(element: Element | null | undefined): void {
  for (const list of document.querySelectorAll('[data-moved]')) list.removeAttribute('data-moved');
  if (!(element instanceof HTMLElement)) throw new Error('There is nothing to click.');
  drawn(() => element.click());
}

export function chooseIn(list: Element | undefined, value: string): void {
  if (!(list instanceof HTMLSelectElement)) throw new Error('There is no such list.');
  drawn(() => {
    list.value = value;
    list.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

export function enter(field: HTMLInputElement | null, text: string): void {
  if (field === null) throw new Error('There is no such field.');
  drawn(() => {
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
