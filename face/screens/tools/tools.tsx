import type { VNode } from 'preact';
import { useLocation, useRoute } from 'preact-iso/router';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { Block } from '../../parts/block.tsx';
import { Mark, type Tone } from '../../parts/mark.tsx';
import { Visible } from '../../parts/visible.tsx';
import { useAnswer } from '../../store/world.ts';
import { counted, word } from '../../words/word.ts';
import { McpExample } from './mcp-example.tsx';
import { type Tool, ToolCard } from './tool-card.tsx';
import './tools.css';

type Answered = ResponseOf<'listTools'>;
type Server = Answered['servers'][number];

/** What assistants may use: servers, their tools, and what becomes of a call in a conversation. */
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
              {title ?? word('untitled')}
            </option>
          ))}
        </select>
      </label>
      <Block state={state} again={again}>
        {(answered) => <Servers answered={answered} conversation={conversation} />}
      </Block>
    </>
  );
}

/** Our own tools are of no server: their target stands for one. */
const OWN = 'conductor';

function Servers({
  answered: { items, servers },
  conversation,
}: {
  readonly answered: Answered;
  readonly conversation: string | undefined;
}): VNode {
  const chosen = useRoute().params['server'];
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
            <ServerMark server={one} />
            {one.tools !== null && (
              <span class="soft small">{counted('tools_count', one.tools)}</span>
            )}
          </a>
        ))}
        {servers.length === 0 && <McpExample />}
      </nav>
      <div class="detail">
        {server !== undefined && (
          <ServerDetail
            server={server}
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

const TONES: Readonly<Record<Server['state'], Tone>> = {
  idle: 'soft',
  starting: 'busy',
  ready: 'good',
  backoff: 'bad',
  faulty: 'bad',
  disabled: 'soft',
};

function ServerMark({ server: { state } }: { readonly server: Server }): VNode {
  return <Mark tone={TONES[state]}>{word(`server_${state}`)}</Mark>;
}

function ServerDetail({
  server,
  tools,
}: {
  readonly server: Server;
  readonly tools: readonly Tool[];
}): VNode {
  return (
    <>
      <header class="asked">
        <h2>
          <Visible text={server.server} />
        </h2>
        <ServerMark server={server} />
        {server.restarts > 0 && (
          <span class="soft">{counted('server_restarts', server.restarts)}</span>
        )}
      </header>
      {server.error !== null && (
        <div class="problem">
          <p>
            <Visible text={server.error} />
          </p>
          <p class="soft">{word('server_error_how')}</p>
        </div>
      )}
      {tools.length === 0 && server.error === null && <p class="empty">{word('tools_none')}</p>}
      {tools.map((tool) => (
        <ToolCard key={tool.id} tool={tool} />
      ))}
    </>
  );
}
