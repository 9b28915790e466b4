import { makeElement } from '../ui/make-element.ts';
import type { Counts, OptionsState } from '../messages/options-messages.ts';
import { linkAdvice, linkWords } from '../i18n/link-words.ts';
import { counted, word } from '../i18n/words.ts';
import type { OptionsElements } from './options-elements.ts';
import { renderPreferences } from './render-preferences.ts';
import { renderSetUp } from './render-set-up.ts';
import { renderSites } from './render-sites.ts';

const COUNTS: readonly (keyof Counts)[] = [
  'conversations',
  'pages',
  'waiting',
  'running',
  'delivered',
  'failed',
];

/** Shows a state. Only what is different is touched, so that a screen reader tells no more than the news. */
export function renderOptions(elements: OptionsElements, state: OptionsState): void {
  const { link, sites, counts } = state;
  const words = linkWords(link);
  say(elements.link, words.text);
  elements.link.dataset['tone'] = words.tone;

  const trouble = linkAdvice(link);
  elements.notice.hidden = trouble === null;
  say(elements.noticeTitle, trouble?.meaning ?? '');
  say(elements.noticeText, trouble?.remedy ?? '');

  const visited = sites.filter((site) => site.visited.length > 0);
  const others = sites.filter((site) => site.visited.length === 0);
  renderSites(elements.siteList, visited);
  renderSites(elements.otherSiteList, others);
  elements.noSites.hidden = visited.length > 0;
  elements.otherSites.hidden = others.length === 0;
  say(elements.otherSitesTitle, counted('options_other_sites', others.length));

  renderPreferences(elements.preferences, state.preferences);
  renderSetUp(elements, state.setUp);

  const isPaired = link.status !== 'unpaired';
  say(elements.pairingState, words.text);
  say(elements.conductorUrl, link.conductor_url);
  elements.paired.hidden = !isPaired;
  elements.pairing.hidden = isPaired && link.error?.code !== 'unauthorized';
  if (elements.pairingUrl.value === '') elements.pairingUrl.value = link.conductor_url;

  const facts = COUNTS.map((name) => [word(`count_${name}`), String(counts[name])] as const);
  if (elements.counts.childElementCount === 0) {
    const pairs = facts.map(([name]) => [makeElement('dt', { text: name }), makeElement('dd')]);
    elements.counts.append(...pairs.flat());
  }
  for (const [index, value] of elements.counts.querySelectorAll('dd').entries()) {
    say(value, facts[index]?.[1] ?? '');
  }
}

function say(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
