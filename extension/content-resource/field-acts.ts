import type { PageOutcome, ScrollArgs, UploadArgs } from '../messages/resource-messages.ts';
import { clean, quoted } from '../../shared/lib/page-line.ts';
import { attr, drawnIn } from './dom.ts';
import { moveFocusTo } from './move-focus.ts';
import { problem } from './problem.ts';

type Done =
  | { readonly ok: true; readonly said: Readonly<Record<string, unknown>> }
  | Extract<PageOutcome, { ok: false }>;

const MAX_NAMED = 20;

/** Chooses options by value or by label, each exactly. */
export function chooseOptions(element: Element, values: readonly string[]): Done {
  if (!(element instanceof HTMLSelectElement)) {
    return problem(
      'invalid_params',
      'It is no list of the browser’s own: click it, then click the option.',
    );
  }
  const options = [...element.options];
  const chosen = values.map((value) => optionMeant(element, value));
  const unknown = values.filter((_, index) => chosen[index] === undefined);
  if (unknown.length > 0) {
    const there = options.slice(0, MAX_NAMED).map(({ text }) => quoted(clean(text)));
    const more = options.length > MAX_NAMED ? ` and ${options.length - MAX_NAMED} more` : '';
    return problem(
      'invalid_params',
      `${quoted(clean(unknown[0] ?? ''))} is none of ${there.join(', ')}${more}.`,
    );
  }
  if (values.length > 1 && !element.multiple) {
    return problem('invalid_params', 'Only one of these can be chosen.');
  }
  moveFocusTo(element);
  for (const option of options) {
    const isChosen = chosen.includes(option);
    if (option.selected !== isChosen && (element.multiple || isChosen)) option.selected = isChosen;
  }
  if (values.length === 0 && !element.multiple) element.selectedIndex = -1;
  element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
  return {
    ok: true,
    said: { selected: [...element.selectedOptions].map(({ text }) => clean(text)) },
  };
}

/** Finds an option by its words first: two options may be called each by the other's value. */
export function optionMeant(list: HTMLSelectElement, value: string): HTMLOptionElement | undefined {
  const options = [...list.options];
  const wanted = clean(value);
  return (
    options.find((option) => clean(option.text) === wanted) ??
    options.find((option) => option.value === value)
  );
}

/** Clicks only where it stands otherwise. */
export function turnTo(element: Element, on: boolean): Done {
  const isOn = isChecked(element);
  if (isOn === null) return problem('invalid_params', 'It is no checkbox, radio button or switch.');
  if (isOn !== on && element instanceof HTMLElement) element.click();
  const stands = isChecked(element) ?? on;
  if (stands === on) return { ok: true, said: { on } };
  return problem('not_actionable', `It stays ${stands ? 'on' : 'off'}.`);
}

function isChecked(element: Element): boolean | null {
  if (element instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(element.type)) {
    return element.checked;
  }
  const state = attr(element, 'aria-checked') ?? attr(element, 'aria-pressed');
  return state === null ? null : state === 'true';
}

function tellScrolled(where: Document | Element): void {
  where.dispatchEvent(new Event('scroll', { bubbles: where === document }));
}

export function scrollPage(element: Element, { by, to }: ScrollArgs): Done {
  const root = document.scrollingElement ?? document.documentElement;
  if (to === 'into_view') element.scrollIntoView({ block: 'center', behavior: 'instant' });
  else {
    const box = scrollableAround(element) ?? root;
    const down = by?.y ?? (by === undefined ? innerHeight * 0.8 : 0);
    if (to === undefined) box.scrollBy({ left: by?.x ?? 0, top: down, behavior: 'instant' });
    else box.scrollTo({ top: to === 'top' ? 0 : box.scrollHeight, behavior: 'instant' });
    // A page that nobody looks at is told by its browser when somebody does: what loads more would not.
    if (document.hidden) tellScrolled(box === root ? document : box);
  }
  return {
    ok: true,
    said: { at: { x: Math.round(root.scrollLeft), y: Math.round(root.scrollTop) } },
  };
}

function scrollableAround(element: Element): Element | null {
  for (let around: Element | null = element; around !== null; around = drawnIn(around)) {
    const { overflowY } = getComputedStyle(around);
    if (/auto|scroll/.test(overflowY) && around.scrollHeight > around.clientHeight) return around;
  }
  return null;
}

export function putFiles(element: Element, files: UploadArgs['files']): Done {
  const field = element instanceof HTMLInputElement ? element : element.querySelector('input');
  if (field?.type !== 'file') return problem('invalid_params', 'It is no field for files.');
  if (files.length > 1 && !field.multiple) return problem('invalid_params', 'It takes one file.');
  const data = new DataTransfer();
  for (const { name, mime, data_base64 } of files) {
    const bytes = Uint8Array.from(atob(data_base64), (char) => char.charCodeAt(0));
    data.items.add(new File([bytes], name, { type: mime }));
  }
  field.files = data.files;
  field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return { ok: true, said: { files: [...data.files].map(({ name, size }) => ({ name, size })) } };
}
