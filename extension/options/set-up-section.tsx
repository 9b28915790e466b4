import type { VNode } from 'preact';

import { Visible } from '../../look/visible.tsx';
import { counted, word } from '../i18n/words.ts';
import type { OptionsState } from '../messages/options-messages.ts';
import { Phrase } from '../ui/phrase.tsx';
import { platformName } from '../ui/site-names.ts';

type SetUp = NonNullable<OptionsState['setUp']>;

interface SetUpSectionProps {
  /** Null: nobody is there to ask; undefined until that is known. */
  readonly setUp: SetUp | null | undefined;
}

/** Tool servers and rules, which are changed where the conductor runs. */
export function SetUpSection({ setUp }: SetUpSectionProps): VNode {
  return (
    <section id="set-up" class="card" aria-labelledby="set-up-title">
      <h2 id="set-up-title">{word('options_set_up')}</h2>
      <p class="soft">
        <Phrase text={word('options_set_up_how')} />
      </p>
      {setUp === null && (
        <p id="set-up-unknown" class="soft">
          {word('set_up_unknown')}
        </p>
      )}
      {setUp && (
        <div id="set-up-known">
          <h3>{word('set_up_servers')}</h3>
          <ul id="server-list" class="rows">
            {setUp.tool_servers.map((server) => (
              <ServerRow key={server.name} server={server} />
            ))}
          </ul>
          {setUp.tool_servers.length === 0 && (
            <p id="no-servers" class="soft">
              {word('set_up_no_servers')}
            </p>
          )}
          <h3>{word('set_up_rules')}</h3>
          <ul id="rule-list" class="rows">
            {setUp.rules.map((rule) => (
              <RuleRow key={rule.rule_id} rule={rule} />
            ))}
          </ul>
          {setUp.rules.length === 0 && (
            <p id="no-rules" class="soft">
              {word('set_up_no_rules')}
            </p>
          )}
        </div>
      )}
    </section>
  );
}

const STATES = ['idle', 'starting', 'ready', 'backoff', 'faulty', 'disabled'] as const;

function ServerRow({ server }: { readonly server: SetUp['tool_servers'][number] }): VNode {
  const { name, state, tools, error } = server;
  const known = STATES.find((one) => one === state);
  const facts = [
    known === undefined ? state : word(`server_${known}`),
    ...(tools === null ? [] : [counted('server_tools', tools)]),
  ];
  return (
    <li>
      <div>
        <strong>
          <Visible text={name} />
        </strong>
        <small>{facts.join(' · ')}</small>
        {error !== null && (
          <small class="bad">
            <Visible text={error} />
          </small>
        )}
      </div>
    </li>
  );
}

function RuleRow({ rule }: { readonly rule: SetUp['rules'][number] }): VNode {
  const { tool, params, decision, reason, conversation } = rule;
  const where =
    conversation === null
      ? word('rule_everywhere')
      : word('rule_in', conversation.title ?? platformName(conversation.platform));
  const facts = [
    where,
    ...(params.length === 0 ? [] : [word('rule_params', params.join(', '))]),
    ...(reason === null ? [] : [reason]),
  ];
  return (
    <li>
      <div>
        <span>
          <Phrase text={word(`rule_${decision}`, tool.replaceAll('`', "'"))} />
        </span>
        <small>
          <Visible text={facts.join(' · ')} />
        </small>
      </div>
    </li>
  );
}
