import { attr, closest, drawnIn, hasAttr, matches, tagOf } from './dom.ts';

/** Roles of controls. Fields of the browser that ARIA has no role for have the name of their type. */
const CONTROLS: ReadonlySet<string> = new Set(
  (
    'button link textbox searchbox password file color date time month week datetime-local checkbox radio switch ' +
    'combobox listbox slider spinbutton menuitem menuitemcheckbox menuitemradio tab option treeitem scrollbar'
  ).split(' '),
);

/** Roles that do something when pressed, by their name. */
export const DOES: ReadonlySet<string> = new Set(['button', 'clickable', 'menuitem']);

export const REGIONS: ReadonlySet<string> = new Set(
  (
    'navigation main form dialog alertdialog table grid treegrid list group radiogroup region search tablist toolbar ' +
    'menu menubar tree listbox'
  ).split(' '),
);

/** Selector of elements that may be controls; `isControl` decides. */
export const CONTROL_SELECTOR =
  'a[href],button,input,select,textarea,summary,[role],[tabindex],[contenteditable],[onclick]';

const INPUTS: Readonly<Record<string, string>> = {
  button: 'button',
  submit: 'button',
  reset: 'button',
  image: 'button',
  checkbox: 'checkbox',
  radio: 'radio',
  range: 'slider',
  number: 'spinbutton',
  search: 'searchbox',
};
const OWN_TYPES = new Set(
  'password file color date time month week datetime-local hidden'.split(' '),
);

const BY_TAG: Readonly<Record<string, string>> = {
  BUTTON: 'button',
  TEXTAREA: 'textbox',
  SUMMARY: 'button',
  NAV: 'navigation',
  MAIN: 'main',
  FORM: 'form',
  DIALOG: 'dialog',
  TABLE: 'table',
  UL: 'list',
  OL: 'list',
  MENU: 'list',
  LI: 'listitem',
  TR: 'row',
  TD: 'cell',
  TH: 'cell',
  FIELDSET: 'group',
  DETAILS: 'group',
  OUTPUT: 'status',
  PROGRESS: 'progressbar',
  METER: 'meter',
  OPTION: 'option',
  OPTGROUP: 'group',
  IFRAME: 'iframe',
  FRAME: 'iframe',
  SEARCH: 'search',
};

/** Roles that we say nothing of, and those that only make another role of the same meaning. */
const SAME: Readonly<Record<string, string>> = {
  presentation: '',
  none: '',
  generic: '',
  image: 'img',
  columnheader: 'cell',
  rowheader: 'cell',
  gridcell: 'cell',
  directory: 'list',
  form: 'form',
};

const KNOWN: ReadonlySet<string> = new Set([
  ...CONTROLS,
  ...REGIONS,
  ...Object.keys(SAME),
  ...'heading img row rowgroup cell listitem status alert log progressbar meter article separator'.split(
    ' ',
  ),
]);

/** The role it has by ARIA or by itself, h1 to h6 for a heading; empty where it has none that a line could say. */
export function roleOf(element: Element): string {
  const given = (attr(element, 'role') ?? '').toLowerCase().split(/\s+/);
  const known = given.find((each) => KNOWN.has(each));
  if (known === undefined) return ownRole(element);
  if (known === 'heading') return `h${headingLevel(attr(element, 'aria-level'))}`;
  const role = SAME[known] ?? known;
  // What takes the focus is something, whatever its role says.
  return role === '' && hasAttr(element, 'tabindex') ? ownRole(element) : role;
}

function headingLevel(level: string | null): number {
  return Math.min(6, Math.max(1, Number(level) || 2));
}

function ownRole(element: Element): string {
  const tag = tagOf(element);
  switch (tag) {
    case 'A':
    case 'AREA':
      return hasAttr(element, 'href') ? 'link' : '';
    case 'INPUT':
      return inputRole(element);
    case 'SELECT':
      return hasAttr(element, 'multiple') || Number(attr(element, 'size')) > 1
        ? 'listbox'
        : 'combobox';
    case 'IMG':
      return attr(element, 'alt') === '' ? '' : 'img';
    case 'SVG':
      return 'img';
    case 'SECTION':
      return hasAttr(element, 'aria-label') || hasAttr(element, 'aria-labelledby') ? 'region' : '';
    case 'SUMMARY':
      return closest(element, 'details') === null ? '' : 'button';
    default:
      if (/^H[1-6]$/.test(tag)) return tag.toLowerCase();
      return BY_TAG[tag] ?? (isEditable(element) ? 'textbox' : '');
  }
}

function inputRole(element: Element): string {
  const type = (attr(element, 'type') ?? 'text').toLowerCase();
  const role = INPUTS[type] ?? (OWN_TYPES.has(type) ? type : 'textbox');
  return role === 'textbox' && hasAttr(element, 'list') ? 'combobox' : role;
}

/** The outermost element of what a person can write into. */
export function isEditable(element: Element): boolean {
  if (!isEditingHost(element)) return false;
  const parent = drawnIn(element);
  return parent === null || !(parent instanceof HTMLElement && parent.isContentEditable);
}

function isEditingHost(element: Element): boolean {
  return matches(element, '[contenteditable]:not([contenteditable="false" i])');
}

export function isControlRole(role: string): boolean {
  return CONTROLS.has(role);
}

/** A heading's role says its level. */
export function isHeading(role: string): boolean {
  return /^h[1-6]$/.test(role);
}
