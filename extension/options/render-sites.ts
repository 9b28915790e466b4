import { makeElement } from '../ui/make-element.ts';
import type { DefaultMode, SiteState } from '../messages/options-messages.ts';
import { errorAdvice } from '../i18n/error-words.ts';
import { counted, word } from '../i18n/words.ts';
import { platformName, siteName } from '../ui/site-names.ts';

/** Shows the adapters. A row is built anew only when it looks different: a switch in use keeps its focus. */
export function renderSites(list: HTMLElement, sites: readonly SiteState[]): void {
  while (list.children.length > sites.length) list.lastElementChild?.remove();
  for (const [index, site] of sites.entries()) {
    const shown = JSON.stringify(site);
    const row = list.children[index];
    if (row instanceof HTMLElement && row.dataset['shown'] === shown) continue;
    const hadFocus = row?.contains(document.activeElement) === true;
    const focused = document.activeElement instanceof HTMLSelectElement ? 'select' : 'input';
    const wasOpen = row?.querySelector('details')?.open === true;
    const next = siteRow(site);
    next.dataset['shown'] = shown;
    if (row === undefined) list.append(next);
    else row.replaceWith(next);
    const details = next.querySelector('details');
    if (details !== null) details.open = wasOpen;
    if (hadFocus) next.querySelector<HTMLElement>(focused)?.focus();
  }
}

/** The wish a change of a switch stands for; null: it was no switch. */
export function siteWish(
  target: EventTarget | null,
): { readonly site: string; readonly enabled: boolean } | null {
  if (!(target instanceof HTMLInputElement)) return null;
  const site = target.dataset['site'];
  return site === undefined ? null : { site, enabled: target.checked };
}

function siteRow(site: SiteState): HTMLElement {
  const name = siteName(site.name);
  const hosts = site.where.map((pattern) => pattern.replace(/^\w+:\/\//, '').replace(/\/\*$/, ''));
  const text = makeElement('div', {}, [
    makeElement('p', {}, [
      makeElement('strong', { text: name }),
      document.createTextNode(' '),
      makeElement('small', { text: hosts.length > 0 ? hosts.join(', ') : word('site_any_host') }),
    ]),
    ...trouble(site),
    ...site.visited.map((visited) => modeRow(site, visited)),
    makeElement('details', {}, [
      makeElement('summary', { text: word('site_details') }),
      makeElement('small', { text: abilities(site).join(' · ') }),
      ...selfCheck(site),
      ...unsure(site),
    ]),
  ]);
  const toggle = makeElement('input', { className: 'switch' });
  toggle.type = 'checkbox';
  toggle.setAttribute('role', 'switch');
  toggle.checked = site.enabled;
  toggle.dataset['site'] = site.name;
  toggle.setAttribute('aria-label', word('site_on', name));
  return makeElement('li', {}, [text, toggle]);
}

/** What a new chat of a visited site begins in. An adapter of many sites names each. */
function modeRow(
  { name, visited: all }: SiteState,
  { platform, mode }: SiteState['visited'][number],
): HTMLElement {
  const select = makeElement(
    'select',
    {},
    (['manual', 'auto'] as const).map((one) => {
      const option = makeElement('option', { text: word(`mode_${one}`) });
      option.value = one;
      option.selected = one === mode;
      return option;
    }),
  );
  select.disabled = mode === null;
  select.dataset['platform'] = platform;
  const isNamed = all.length > 1 || platform !== name;
  const label = isNamed
    ? word('site_new_chats_of', platformName(platform))
    : word('site_new_chats');
  return makeElement('label', { className: 'mode' }, [
    makeElement('span', { text: label }),
    select,
  ]);
}

/** The wish a change of such a choice stands for; null: it was none. */
export function modeWish(
  target: EventTarget | null,
): { readonly platform: string; readonly mode: DefaultMode } | null {
  if (!(target instanceof HTMLSelectElement)) return null;
  const { platform } = target.dataset;
  if (platform === undefined) return null;
  return { platform, mode: target.value === 'auto' ? 'auto' : 'manual' };
}

function abilities({ can, pages, evidence }: SiteState): string[] {
  return [
    word(can.replay ? 'site_replay' : 'site_dom'),
    ...(can.history ? [word('site_history')] : []),
    ...(can.begin ? [word('site_begin')] : []),
    word(`site_${evidence}`),
    ...(pages > 0 ? [counted('site_pages', pages)] : []),
  ];
}

function trouble({ problem, name }: SiteState): HTMLElement[] {
  if (problem === null) return [];
  const { meaning, remedy } = errorAdvice(problem, name);
  return [makeElement('small', { className: 'bad', text: `${meaning} ${remedy}` })];
}

function selfCheck({ checks }: SiteState): HTMLElement[] {
  if (checks === null) return [];
  const results = (['composer', 'stream', 'turns', 'ids'] as const).map((name) =>
    word(`check_${name}`, word(`check_${checks[name]}`)),
  );
  const text = word('check_title', results.join(word('check_separator')));
  return [
    makeElement('small', {
      text,
      className: Object.values(checks).includes('failed') ? 'bad' : '',
    }),
  ];
}

/** The notes are those of the adapter's writers, in English. */
function unsure({ unsure: notes }: SiteState): HTMLElement[] {
  if (notes.length === 0) return [];
  const list = makeElement(
    'ul',
    {},
    notes.map((text) => makeElement('li', { text })),
  );
  list.lang = 'en';
  return [makeElement('small', { text: counted('site_unsure', notes.length) }), list];
}
