import type { VNode } from 'preact';
import { useLocation, useRoute } from 'preact-iso/router';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { Block } from '../../parts/block.tsx';
import { plainTitle } from '../../parts/conversation-name.tsx';
import { usePaneKeys } from '../../parts/pane.ts';
import { Visible } from '../../../look/visible.tsx';
import { useAnswer } from '../../store/world.ts';
import { counted, word } from '../../words/word.ts';
import { McpExample } from './mcp-example.tsx';
import { ServerDetail } from './server-detail.tsx';
import { OWN, type Server, ServerMark } from './server-mark.tsx';
import './tools.css';

type Answered = ResponseOf<'listTools'>;

/** Tools of assistants: servers, their tools, and the decision on a call in a conversation. */
export function Tools(): VNode {
  const { query, route, path } = useLocation();
  const conversation = query['conversation'];
  const { state, again } = useAnswer('listTools', {
    query: { ...(conversation !== undefined && { conversation }) },
  });
  const conversations = useAnswer('listConversations', { query: { limit: 200 } }).state.value.data;
  return (
    <>
      <label class="tools-where">
        {word('tools_where')}
        <select
          value={conversation ?? ''}
          onChange={({ currentTarget: { value } }) =>
            route(value === '' ? path : `${path}?conversation=${encodeURIComponent(value)}`)
          }
        >
          <option value="">{word('tools_anywhere')}</option>
          {conversations?.items.map(({ local_conversation_id: id, title }) => (
            <option key={id} value={id}>
              {plainTitle(title)}
            </option>
          ))}
        </select>
      </label>
      <Block state={state} again={again}>
        {(answered) => <Servers answered={answered} conversation={conversation} again={again} />}
      </Block>
    </>
  );
}

function Servers({
  answered: { items, servers, config_file: file },
  conversation,
  again,
}: {
  readonly answered: Answered;
  readonly conversation: string | undefined;
  readonly again: () => void;
}): VNode {
  const chosen = useRoute().params['server'];
  usePaneKeys(true);
  const own = items.filter(({ target }) => target === OWN);
  const all: readonly Server[] = [
    { server: OWN, state: 'ready', tools: own.length, error: null, restarts: 0 },
    ...servers,
  ];
  const server = all.find((one) => one.server === chosen) ?? all[0];
  const search = conversation === undefined ? '' : `?${new URLSearchParams({ conversation })}`;
  return (
    <div class="split tools" data-chosen={chosen !== undefined}>
      <nav class="servers" aria-label={word('tools_servers')}>
        {all.map((one) => (
          <a
            key={one.server}
            href={`/tools/${encodeURIComponent(one.server)}${search}`}
            aria-current={one === server ? 'true' : undefined}
          >
            <strong>
              <Visible text={one.server} />
            </strong>
            <ServerMark state={one.state} />
            {one.tools !== null && (
              <span class="soft small">{counted('tools_count', one.tools)}</span>
            )}
          </a>
        ))}
        <McpExample file={file} open={servers.length === 0} />
      </nav>
      <div class="detail">
        <BackLink href={`/tools${search}`} />
        {server !== undefined && (
          <ServerDetail
            key={server.server}
            server={server}
            again={again}
            tools={items.filter(({ target }) => target === targetOf(server))}
          />
        )}
      </div>
    </div>
  );
}

/** A server of mcp.json is called as `mcp.<server>`. */
function targetOf({ server }: Server): string {
  return server === OWN ? OWN : `mcp.${server}`;
}
