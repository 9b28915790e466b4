import { renderKeyed } from '../ui/keyed-list.ts';
import { makeElement } from '../ui/make-element.ts';
import { platformName } from '../ui/site-names.ts';
import type { OptionsState } from '../messages/options-messages.ts';
import { withCode } from '../i18n/localise.ts';
import { counted, word } from '../i18n/words.ts';
import type { OptionsElements } from './options-elements.ts';

type SetUp = NonNullable<OptionsState['setUp']>;
type Server = SetUp['tool_servers'][number];
type Rule = SetUp['rules'][number];

/** Shows tool servers and rules, which are changed where the conductor runs. */
export function renderSetUp(elements: OptionsElements, setUp: OptionsState['setUp']): void {
  const { setUpUnknown, setUpKnown, serverList, noServers, ruleList, noRules } = elements;
  setUpUnknown.hidden = setUp !== null;
  setUpKnown.hidden = setUp === null;
  if (setUp === null) return;
  renderKeyed(serverList, setUp.tool_servers, (server) => JSON.stringify(server), serverRow);
  noServers.hidden = setUp.tool_servers.length > 0;
  renderKeyed(ruleList, setUp.rules, (rule) => JSON.stringify(rule), ruleRow);
  noRules.hidden = setUp.rules.length > 0;
}

const STATES = ['idle', 'starting', 'ready', 'backoff', 'faulty', 'disabled'] as const;

function serverRow({ name, state, tools, error }: Server): HTMLElement {
  const known = STATES.find((one) => one === state);
  const facts = [
    known === undefined ? state : word(`server_${known}`),
    ...(tools === null ? [] : [counted('server_tools', tools)]),
  ];
  return makeElement('li', {}, [
    makeElement('div', {}, [
      makeElement('strong', { text: name }),
      makeElement('small', { text: facts.join(' · ') }),
      ...(error === null ? [] : [makeElement('small', { className: 'bad', text: error })]),
    ]),
  ]);
}

function ruleRow({ tool, params, decision, reason, conversation }: Rule): HTMLElement {
  const name = tool.replaceAll('`', "'");
  const where =
    conversation === null
      ? word('rule_everywhere')
      : word('rule_in', conversation.title ?? platformName(conversation.platform));
  const facts = [
    where,
    ...(params.length === 0 ? [] : [word('rule_params', params.join(', '))]),
    ...(reason === null ? [] : [reason]),
  ];
  return makeElement('li', {}, [
    makeElement('div', {}, [
      makeElement('span', {}, withCode(document, word(`rule_${decision}`, name))),
      makeElement('small', { text: facts.join(' · ') }),
    ]),
  ]);
}
