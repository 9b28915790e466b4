/**
 * Elements to be named, each with `data-named` on the one that is asked about: every role by every way to name it, but
 * for the placeholder, which dom-accessibility-api takes for no name.
 */
export function nameFixtures(): readonly string[] {
  return ELEMENTS.flatMap((element) => WAYS.flatMap((way) => way(element))).concat(OTHERS);
}

interface Named {
  readonly tag: string;
  readonly attrs: string;
  readonly isVoid?: boolean;
  readonly takesLabel?: boolean;
}

const field = (tag: string, attrs = ''): Named => ({
  tag,
  attrs,
  isVoid: tag === 'input',
  takesLabel: true,
});
const box = (tag: string, attrs = ''): Named => ({ tag, attrs });

const ELEMENTS: readonly Named[] = [
  field('input', 'type="text"'),
  field('input', 'type="email"'),
  field('input', 'type="search"'),
  field('input', 'type="checkbox"'),
  field('input', 'type="radio"'),
  field('input', 'type="number"'),
  field('input', 'type="range"'),
  { ...field('input', 'type="submit"'), takesLabel: false },
  { ...field('input', 'type="button" value="Own"'), takesLabel: false },
  field('input', 'type="file"'),
  field('textarea'),
  field('select'),
  field('button'),
  box('a', 'href="#"'),
  box('h2'),
  box('div', 'role="button" tabindex="0"'),
  box('div', 'role="link" tabindex="0"'),
  box('div', 'role="checkbox" tabindex="0"'),
  box('div', 'role="switch" tabindex="0"'),
  box('div', 'role="tab" tabindex="0"'),
  box('div', 'role="menuitem" tabindex="0"'),
  box('div', 'role="textbox" tabindex="0"'),
  box('div', 'role="heading"'),
  box('nav'),
  box('section'),
  box('fieldset'),
];

type Way = (named: Named) => readonly string[];

let ids = 0;

function write({ tag, attrs, isVoid = false }: Named, more: string, content: string): string {
  const open = `<${tag} ${attrs} ${more} data-named>`;
  return isVoid ? open : `${open}${content}</${tag}>`;
}

const WAYS: readonly Way[] = [
  (named) => [write(named, '', '')],
  (named) => [write(named, 'aria-label="By label"', 'text')],
  (named) => [write(named, 'aria-label="  "', '')],
  (named) => [write(named, 'title="By title"', '')],
  (named) => {
    const id = `n${++ids}`;
    return [
      `<span id="${id}">By <b>other</b></span>${write(named, `aria-labelledby="${id}"`, 'text')}`,
      `<span id="${id}x" hidden>By hidden</span>${write(named, `aria-labelledby="${id}x" aria-label="no"`, '')}`,
      `<i id="${id}a">One</i><i id="${id}b">Two</i>${write(named, `aria-labelledby="${id}b ${id}a"`, '')}`,
      write(named, 'aria-labelledby="nowhere" aria-label="Else"', ''),
    ];
  },
  (named) => (named.isVoid || isOptions(named) ? [] : contents(named)),
  (named) => {
    if (named.takesLabel !== true) return [];
    const id = `n${++ids}`;
    return [
      `<label for="${id}">By for</label>${write(named, `id="${id}"`, '')}`,
      `<label>Around ${write(named, '', '')} it</label>`,
      `<label for="${id}t">Label</label>${write(named, `id="${id}t" title="no"`, '')}`,
    ];
  },
];

/** Tells whether the contents are a value, or options, and no name. */
function isOptions({ tag, attrs }: Named): boolean {
  return tag === 'textarea' || tag === 'select' || attrs.includes('textbox');
}

function contents(named: Named): readonly string[] {
  return [
    write(named, '', 'Text'),
    write(named, '', 'Some <b>bold</b> text'),
    write(named, '', '<div>Block</div><div>Block two</div>'),
    write(named, '', 'Seen <span style="display:none">not seen</span>'),
    write(named, '', 'Seen <span aria-hidden="true">decoration</span>'),
    write(named, '', '<img alt="Picture" src="data:,"> and text'),
    write(named, '', '<span aria-label="Inner"> x </span>'),
  ];
}

const OTHERS: readonly string[] = [
  '<img data-named alt="Alt" src="data:,">',
  '<img data-named title="Title" src="data:,">',
  '<img data-named alt="Alt" aria-label="Label" src="data:,">',
  '<table data-named><caption>Caption</caption><tr><td>x</td></tr></table>',
  '<fieldset data-named><legend>Legend</legend><input></fieldset>',
  '<input type="image" data-named alt="Go" src="data:,">',
  '<input type="reset" data-named value="Clear">',
  '<input type="submit" data-named value="Send">',
];
