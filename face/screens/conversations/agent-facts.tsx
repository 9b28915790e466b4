import type { VNode } from 'preact';

import { Block } from '../../parts/block.tsx';
import { Visible } from '../../../look/visible.tsx';
import { useAnswer } from '../../store/world.ts';
import { numberText } from '../../words/formats.ts';
import { word } from '../../words/word.ts';

/** Which agent a conversation is with, which model answers, what it may do, and what it has cost so far. */
export function AgentFacts({ conversation }: { readonly conversation: string }): VNode {
  const session = useAnswer('getAgentSession', { params: { id: conversation } });
  return (
    <Block {...session}>
      {({ agent_id: agent, model, run_mode: mode, tokens }) => (
        <dl class="facts">
          <div>
            <dt>{word('schedule_agent')}</dt>
            <dd>
              <a href={`/agents/${agent}`}>{agent}</a>
            </dd>
          </div>
          <div>
            <dt>{word('agent_model')}</dt>
            <dd>
              <Visible text={model} />
            </dd>
          </div>
          <div>
            <dt>{word('agent_run_mode')}</dt>
            <dd>{word(`agent_mode_${mode}`)}</dd>
          </div>
          <div>
            <dt>{word('agent_tokens')}</dt>
            <dd>{word('agent_tokens_are', numberText(tokens.input), numberText(tokens.output))}</dd>
          </div>
        </dl>
      )}
    </Block>
  );
}
