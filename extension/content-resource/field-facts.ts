import { allIn, attr, byId, closest, drawnIn, matches, tagOf, textContentOf } from './dom.ts';
import type { FieldFacts } from './is-secret-field.ts';
import { isMaskedField } from './masked-drawing.ts';
import { linesBefore, textsBeside } from './texts-beside.ts';

/** Selector of elements that text is written into: the browser's own fields, and those a page made. */
export const TEXT_FIELDS =
  'input,textarea,[contenteditable]:not([contenteditable="false" i]),[role~="textbox" i],[role~="searchbox" i],' +
  '[role~="spinbutton" i],select[autocomplete]';
const NO_TEXT = /^(?:button|checkbox|color|file|hidden|image|radio|range|reset|submit)$/;
/** A form of more fields than a code has boxes. */
const MAX_BOXES = 12;
const LEAST_BOXES = 4;
const MAX_AROUND = 160;
const OUTWARDS = 3;
/** A number or a phrase in so many fields. */
const LEAST_PARTS = 3;
const MOST_PARTS = 25;
const OUT_OF_PARTS = 6;

export function isTextField(element: Element): boolean {
  if (!matches(element, TEXT_FIELDS)) return false;
  return !(element instanceof HTMLInputElement) || !NO_TEXT.test(element.type);
}

export function valueOfField(element: Element): string {
  const isOwn =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement;
  return isOwn ? element.value : (textContentOf(element) ?? '');
}

export function namesOf(element: Element): string[] {
  return ['name', 'id'].flatMap((key) => attr(element, key) || []);
}

export function factsOf(element: Element, wasPassword: boolean): FieldFacts {
  const labels = labelsOf(element);
  // `000000` shows what is to be written, and names nothing.
  const isNamed = labels.some((label) => /\p{L}/u.test(label));
  const value = valueOfField(element);
  const parts = partsWith(element);
  return {
    wasPassword: wasPassword || attr(element, 'type')?.toLowerCase() === 'password',
    autocomplete: attr(element, 'autocomplete') ?? '',
    isMasked: isMaskedField(getComputedStyle(element)),
    isBox: boxesWith(element).length > 0,
    names: namesOf(element),
    labels,
    around: [
      textAround(element),
      textAroundParts(element), // guard: secret-in-parts
      ...(isNamed ? [] : textsBeside(element)), // guard: secret-by-place
    ],
    before: linesBefore(element),
    value,
    whole: parts.length < LEAST_PARTS ? value : parts.map(valueOfField).join(''),
  };
}

/** The boxes of one code, of which it is one: they hold one value. Empty: it is none. */
export function boxesWith(element: Element): HTMLInputElement[] {
  if (!isBox(element)) return [];
  let around: Element | null = drawnIn(element);
  for (let left = OUTWARDS; around !== null && left > 0; left -= 1, around = drawnIn(around)) {
    const fields = allIn(around, 'input').filter(isTextField);
    const boxes = fields.filter(isBox);
    if (fields.length > MAX_BOXES) return [];
    if (boxes.length >= LEAST_BOXES) return boxes;
  }
  return [];
}

function isBox(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.maxLength === 1;
}

/** All of what may name it: which of them does counts for a name, and not for a secret. */
function labelsOf(element: Element): string[] {
  const given = ['aria-label', 'placeholder', 'aria-placeholder', 'title', 'aria-description'];
  const ids = ['aria-labelledby', 'aria-describedby'].flatMap((key) =>
    (attr(element, key) ?? '').split(/\s+/),
  );
  const others = ids.slice(0, 10).map((id) => (id === '' ? null : byId(element, id)));
  const around = closest(element, 'label');
  return [
    ...given.map((key) => attr(element, key)),
    ...[...others, ...((element as HTMLInputElement).labels ?? []), around].map((label) =>
      label === null ? null : textApartFrom(label, element),
    ),
  ].filter((text) => text !== null && text !== '') as string[];
}

/** Returns the text of the innermost box around the field that has any, and holds no other field. */
function textAround(element: Element): string {
  let around: Element | null = drawnIn(element);
  for (let left = OUTWARDS; around !== null && left > 0; left -= 1, around = drawnIn(around)) {
    if (tagOf(around) === 'BODY' || allIn(around, TEXT_FIELDS).filter(isTextField).length > 1)
      return '';
    const text = textApartFrom(around, element);
    if (text.length > MAX_AROUND) return '';
    if (text !== '') return text;
  }
  return '';
}

/** The text of the outermost box whose fields each take a part of one value: of a card, of a phrase. */
function textAroundParts(element: Element): string {
  let text = '';
  for (const { around, fields } of boxesOfParts(element)) {
    const said = fields.length < LEAST_PARTS ? '' : textApartFrom(around, element);
    if (said.length > 2 * MAX_AROUND) break;
    text = said || text;
  }
  return text;
}

/** The fields that each take a part of one value, of which it is one. */
function partsWith(element: Element): readonly Element[] {
  return boxesOfParts(element).at(-1)?.fields ?? [];
}

/** Boxes around it, outwards, in which all fields take parts of one value. */
function boxesOfParts(element: Element): { around: Element; fields: readonly Element[] }[] {
  const own = partOf(element);
  const boxes: { around: Element; fields: readonly Element[] }[] = [];
  let around: Element | null = drawnIn(element);
  for (let left = OUT_OF_PARTS; around !== null && left > 0; left -= 1, around = drawnIn(around)) {
    const fields = allIn(around, TEXT_FIELDS).filter(isTextField);
    const isOne = fields.length <= MOST_PARTS && fields.every((one) => partOf(one) === own);
    if (!isOne || tagOf(around) === 'BODY') break;
    boxes.push({ around, fields });
  }
  return boxes;
}

/** How a field is made: those of one value differ by their numbers alone. */
function partOf(element: Element): string {
  const { maxLength = -1, type = '' } = element as Partial<HTMLInputElement>;
  const words = [...namesOf(element), ...labelsOf(element)].join('\n').replaceAll(/\d+/g, '#');
  return [tagOf(element), type, maxLength, words].join('\n');
}

/** Returns the text around a field, with names of buttons, which say what they do to it, and without link texts. */
function textApartFrom(around: Element, field: Element): string {
  const said = allIn(around, 'button,[role="button"],svg,img').map(
    (one) => `${attr(one, 'aria-label') ?? ''} ${attr(one, 'title') ?? ''}`,
  );
  const inLinks = allIn(around, 'a[href],option,script,style').filter(
    (one) => !field.contains(one),
  );
  let text = textContentOf(around) ?? '';
  if (text.length > 2_000) return text;
  for (const apart of [...inLinks, field]) {
    text = text.replace(textContentOf(apart) || '\0', ' ');
  }
  return `${text} ${said.join(' ')}`.replace(/\s+/g, ' ').trim();
}
