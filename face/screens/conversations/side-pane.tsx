import type { VNode } from 'preact';

import { AGENT_PLATFORM } from '../../../shared/model/agent-platform.ts';
import { Block } from '../../parts/block.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { RuntimeState } from '../../parts/runtime-state.tsx';
import { spanOf, Time } from '../../parts/time.tsx';
import { Visible } from '../../../look/visible.tsx';
import { useMay } from '../../store/may.ts';
import type { Conversation } from '../../store/rows.ts';
import { useAnswer, useDeed } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { AgentFacts } from './agent-facts.tsx';
import { DeliveryBars } from './delivery-bars.tsx';

const SHOWN = 20;

/** Facts about a chat: its state, its deliveries, its rules, its artifacts. */
export function SidePane({ conversation }: { readonly conversation: Conversation }): VNode {
  const { local_conversation_id: id } = conversation;
  const isAgent = conversation.platform === AGENT_PLATFORM;
  const query = { conversation: id, limit: SHOWN };
  const jobs = useAnswer('listJobs', { query });
  const rules = useAnswer('listPolicyRules', { query: { conversation: id } });
  const artifacts = useAnswer('listArtifacts', { query });
  return (
    <aside class="side" aria-label={word('about_chat')}>
      <section>
        <h3>{word('how_it_stands')}</h3>
        <Standing conversation={conversation} />
        {isAgent && <AgentFacts conversation={id} />}
      </section>
      {!isAgent && <Runtimes id={id} />}
      <section>
        <h3>{word('deliveries')}</h3>
        <Block {...jobs}>{({ items }) => <DeliveryBars jobs={items} />}</Block>
      </section>
      <section>
        <h3>{word('rules_here')}</h3>
        <Block {...rules}>
          {({ items }) =>
            items.length === 0 ? (
              <p class="soft small">{word('rules_here_none')}</p>
            ) : (
              <ul>
                {items.map((rule) => (
                  <li key={rule.rule_id}>
                    <strong>{word(`rule_${rule.decision}`)}</strong>{' '}
                    <code>
                      <Visible text={rule.tool} />
                    </code>
                    {rule.conversation === null && (
                      <span class="soft small"> {word('rule_everywhere')}</span>
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </Block>
      </section>
      <section>
        <h3>{word('artifacts')}</h3>
        <Block {...artifacts}>
          {({ items }) =>
            items.length === 0 ? (
              <p class="soft small">{word('artifacts_none')}</p>
            ) : (
              <ul>
                {items.map((one) => (
                  <li key={one.artifact_id}>
                    <a href={`/artifacts/${encodeURIComponent(one.artifact_id)}`}>
                      <Visible text={one.name} />
                    </a>{' '}
                    <span class="soft small">
                      <Time at={one.created_at} />
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </Block>
      </section>
    </aside>
  );
}

/** The pages that could serve a chat now; a conversation with an agent needs none. */
function Runtimes({ id }: { readonly id: string }): VNode {
  return (
    <section>
      <h3>{word('runtimes_here')}</h3>
      <Block {...useAnswer('listRuntimes', { query: { conversation: id } })}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="soft small">{word('runtimes_here_none')}</p>
          ) : (
            <ul>
              {items.map((runtime) => (
                <li key={runtime.client_id}>
                  <RuntimeState runtime={runtime} />
                </li>
              ))}
            </ul>
          )
        }
      </Block>
    </section>
  );
}

function Standing({ conversation: one }: { readonly conversation: Conversation }): VNode {
  const { account, renewal, aliases = [] } = one;
  return (
    <>
      <dl class="facts">
        <div>
          <dt>{word('last_reply')}</dt>
          <dd>
            {one.latest_observed_at === null ? (
              word('no_reply_yet')
            ) : (
              <Time at={one.latest_observed_at} />
            )}
          </dd>
        </div>
        <div>
          <dt>{word('waits_for_reply')}</dt>
          <dd>{spanOf(one.final_timeout_ms)}</dd>
        </div>
        {typeof account?.parked_until === 'number' && (
          <div>
            <dt>{word('site_limits')}</dt>
            <dd>
              <Time at={account.parked_until} />{' '}
              {account.park_reason !== null && <Visible text={account.park_reason} />}
            </dd>
          </div>
        )}
        <div>
          <dt>{word('known_since')}</dt>
          <dd>
            <Time at={one.created_at} />
          </dd>
        </div>
        {aliases.length > 0 && (
          <div>
            <dt>{word('aliases')}</dt>
            <dd>
              {aliases.map((alias) => (
                <code key={alias}>
                  <Visible text={alias} />
                </code>
              ))}
            </dd>
          </div>
        )}
      </dl>
      {renewal && <Renewal conversation={one} />}
    </>
  );
}

/** The renewal of a chat: its goal, its progress, and a button to stop it. */
function Renewal({ conversation }: { readonly conversation: Conversation }): VNode {
  const { local_conversation_id: id, renewal } = conversation;
  const deed = useDeed();
  const isActive = renewal?.status === 'active';
  const mayStop = useMay('answer') && isActive;
  const doing = deed.doing.value;
  return (
    <div class="stack">
      <p>
        {word(
          isActive ? 'renewal_goes_on' : 'renewal_stopped',
          renewal?.turns_used ?? 0,
          renewal?.max_turns ?? 0,
        )}{' '}
        <Visible text={renewal?.goal ?? ''} />
      </p>
      {doing.kind === 'failed' && <Problem error={doing.error} />}
      {mayStop && (
        <div class="buttons">
          <DeedButton
            deed={deed}
            kind="plain"
            onPress={() => void deed.run('stopRenewal', { params: { id } })}
          >
            {word('renewal_stop')}
          </DeedButton>
        </div>
      )}
    </div>
  );
}
