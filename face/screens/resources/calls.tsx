import type { VNode } from 'preact';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { Visible } from '../../../look/visible.tsx';
import { Block } from '../../parts/block.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Risk } from '../../parts/risk.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay } from '../../store/may.ts';
import { useAnswer, useDeed } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { CallState, isGoing } from './resource-state.tsx';

type Call = ResponseOf<'listCalls'>['items'][number];

/** Most calls shown, of the whole session: nobody looks through more here. The trail has the rest. */
const SHOWN = 200;

const READING = [
  'browser.snapshot',
  'browser.extract',
  'terminal.run',
  'terminal.read',
  'service.logs',
];

/** Calls on a resource, the newest first, and the last reading of it. */
export function Calls({
  resource: { resource_id: id, chat_session_id: session },
}: {
  readonly resource: ResponseOf<'getResource'>;
}): VNode {
  const calls = useAnswer('listCalls', { query: { session, limit: SHOWN } });
  return (
    <Block {...calls}>
      {({ items }) => {
        const its = items.filter((one) => one.resource_id === id);
        const read = its.find((one) => one.result !== null && READING.includes(one.tool));
        return (
          <>
            {read !== undefined && <LastRead call={read} />}
            <h3>{word('calls_title')}</h3>
            {its.length === 0 ? (
              <p class="empty">{word('calls_empty')}</p>
            ) : (
              <ol class="calls">
                {its.map((call) => (
                  <CallRow key={call.call_id} call={call} />
                ))}
              </ol>
            )}
          </>
        );
      }}
    </Block>
  );
}

function LastRead({ call }: { readonly call: Call }): VNode {
  return (
    <details>
      <summary>
        {word('resource_read')} <Time at={call.finished_at ?? call.created_at} />
      </summary>
      <pre tabIndex={0}>
        <Visible text={call.result?.text ?? ''} />
      </pre>
    </details>
  );
}

function CallRow({ call }: { readonly call: Call }): VNode {
  const { call_id: id, tool, risk, status, error, instruction_id: action } = call;
  const mayAnswer = useMay('answer');
  const deed = useDeed();
  const doing = deed.doing.value;
  return (
    <li>
      <code>{tool}</code>
      <Risk risk={risk} />
      <CallState status={status} />
      <span class="soft small">
        <Time at={call.finished_at ?? call.created_at} />
      </span>
      {action !== null && (
        <a class="small" href={`/actions/${encodeURIComponent(action)}`}>
          {word('place_action')}
        </a>
      )}
      {mayAnswer && isGoing(status) && (
        <DeedButton
          deed={deed}
          kind="plain"
          onPress={() => void deed.run('cancelCall', { params: { id } })}
        >
          {word('call_stop')}
        </DeedButton>
      )}
      {error !== null && (
        <p class="small">
          <code>{error.code}</code> <Visible text={error.text} />
        </p>
      )}
      {doing.kind === 'failed' && <Problem error={doing.error} />}
    </li>
  );
}
