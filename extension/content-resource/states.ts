import { clean, plain, quoted } from '../../shared/lib/page-line.ts';
import { attr, matches, tagOf } from './dom.ts';
import { valueOfField } from './field-facts.ts';
import { isEditable } from './role.ts';
import type { SecretFields } from './secret-fields.ts';

export interface StateReading {
  readonly secrets: SecretFields;
  readonly focused: Element | null;
  /** Would letters in it be seen? */
  readonly inks: (element: Element) => boolean;
  /** The text in it that is drawn. */
  readonly drawnText: (element: Element) => string;
}

/** Returns the states of a control, as they follow its name in a line: ` required = "Ada"`; empty where it has none. */
export function statesOf(element: Element, role: string, reading: StateReading): string {
  const words = [
    ...checkedWords(element),
    ...flagWords(element),
    ...(element === reading.focused ? ['focused'] : []),
  ];
  const { secrets } = reading;
  const value = secrets.has(element) ? secretValue(element, role) : valueOf(element, role, reading);
  return [...words, value].flatMap((word) => (word === '' ? [] : ` ${word}`)).join('');
}

function checkedWords(element: Element): string[] {
  if (element instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(element.type)) {
    if (element.indeterminate) return ['mixed'];
    return element.checked ? ['checked'] : [];
  }
  if (element instanceof HTMLOptionElement) return element.selected ? ['selected'] : [];
  return ['checked', 'selected', 'pressed'].flatMap((state) => {
    const value = attr(element, `aria-${state}`);
    if (value === 'mixed') return ['mixed'];
    return value === 'true' ? [state] : [];
  });
}

function flagWords(element: Element): string[] {
  const words: string[] = [];
  if (isDisabled(element)) words.push('disabled');
  if (matches(element, ':required') || attr(element, 'aria-required') === 'true')
    words.push('required');
  if (isReadOnly(element)) words.push('readonly');
  const invalid = attr(element, 'aria-invalid');
  if (invalid !== null && invalid !== 'false' && invalid !== '') words.push('invalid');
  const expanded =
    tagOf(element) === 'SUMMARY'
      ? String(matches(element, 'details[open] > summary'))
      : attr(element, 'aria-expanded');
  if (expanded === 'true') words.push('expanded');
  if (expanded === 'false') words.push('collapsed');
  const current = attr(element, 'aria-current');
  if (current !== null && current !== 'false' && current !== '') words.push('current');
  return words;
}

/** Returns whether a control is disabled: by itself, by the fieldset around it, or by ARIA. */
export function isDisabled(element: Element): boolean {
  return matches(element, ':disabled') || attr(element, 'aria-disabled') === 'true';
}

export function isReadOnly(element: Element): boolean {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return (isField && element.readOnly) || attr(element, 'aria-readonly') === 'true';
}

/** A role may say already that it is one. */
function secretValue(element: Element, role: string): string {
  const words = role === 'password' ? [] : ['secret'];
  return [...words, ...(valueOfField(element).trim() === '' ? [] : ['filled'])].join(' ');
}

const BARE_VALUE = /^(?:slider|spinbutton|progressbar|meter)$/;
const TEXT_VALUE = /^(?:textbox|searchbox|combobox|date|time|month|week|datetime-local|color)$/;

function valueOf(element: Element, role: string, reading: StateReading): string {
  if (!(isEditable(element) || reading.inks(element))) return '';
  const blank = (text: string): string => reading.secrets.values.blank(text);
  if (element instanceof HTMLSelectElement) return chosenOf(element, blank);
  if (role === 'file') return filesOf(element, blank);
  if (BARE_VALUE.test(role)) {
    const bare =
      attr(element, 'aria-valuetext') ??
      attr(element, 'aria-valuenow') ??
      fieldValue(element, reading);
    return bare === '' ? '' : `= ${plain(blank(clean(bare)))}`;
  }
  if (!TEXT_VALUE.test(role)) return '';
  const text = clean(fieldValue(element, reading));
  return text === '' ? '' : `= ${quoted(blank(text))}`;
}

function fieldValue(element: Element, { drawnText }: StateReading): string {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
    return element.value;
  if (element instanceof HTMLProgressElement || element instanceof HTMLMeterElement)
    return String(element.value);
  return element instanceof HTMLElement && isEditable(element) ? drawnText(element) : '';
}

/** `= "DE" of 3`. */
function chosenOf(select: HTMLSelectElement, blank: (text: string) => string): string {
  const chosen = [...select.selectedOptions]
    .slice(0, 10)
    .map(({ text }) => quoted(blank(clean(text))));
  return `= ${chosen.length === 0 ? 'none' : chosen.join(', ')} of ${select.options.length}`;
}

function filesOf(element: Element, blank: (text: string) => string): string {
  const files = element instanceof HTMLInputElement ? [...(element.files ?? [])] : [];
  return files.length === 0
    ? ''
    : `= ${files.map(({ name }) => quoted(blank(clean(name)))).join(', ')}`;
}
