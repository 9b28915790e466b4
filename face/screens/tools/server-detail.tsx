import type { VNode } from 'preact';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { Block } from '../../parts/block.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Visible } from '../../../look/visible.tsx';
import { useMay } from '../../store/may.ts';
import { useAnswer, useDeed, useToast } from '../../store/world.ts';
import { counted, word } from '../../words/word.ts';
import { OWN, type Server, ServerMark } from './server-mark.tsx';
import { type Tool, ToolCard } from './tool-card.tsx';

interface ServerDetailProps {
  readonly server: Server;
  readonly tools: readonly Tool[];
  /** Asks again how the servers stand. */
  readonly again: () => void;
}

/** A server: how it stands, what it said last, a fresh start, and its tools. */
export function ServerDetail({ server, tools, again }: ServerDetailProps): VNode {
  const isOwn = server.server === OWN;
  const mayAll = useMay('full');
  return (
    <>
      <header class="asked">
        <h2>
          <Visible text={server.server} />
        </h2>
        <ServerMark state={server.state} />
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
      {!isOwn && mayAll && CAN_RUN.has(server.state) && <Running server={server} again={again} />}
      {tools.length === 0 && server.error === null && <p class="empty">{word('tools_none')}</p>}
      {tools.map((tool) => (
        <ToolCard key={tool.id} tool={tool} />
      ))}
    </>
  );
}

const CAN_RUN: ReadonlySet<Server['state']> = new Set(['idle', 'starting', 'ready', 'backoff']);

/** Process and last output of a server, for sessions with full rights: a program's output may hold secrets. */
function Running({
  server: { server },
  again,
}: Pick<ServerDetailProps, 'server' | 'again'>): VNode {
  const params = { id: server };
  const detail = useAnswer('getToolServer', { params });
  const deed = useDeed();
  const toast = useToast();
  const doing = deed.doing.value;

  async function restart(): Promise<void> {
    const done = await deed.run('restartToolServer', { params });
    detail.again();
    again();
    if (done?.ok) toast({ text: word('server_restarted', server), tone: 'good' });
  }

  return (
    <>
      <div class="buttons">
        <DeedButton deed={deed} kind="plain" onPress={() => void restart()}>
          {word('server_restart')}
        </DeedButton>
        <span class="soft small">{word('server_restart_means')}</span>
      </div>
      {doing.kind === 'failed' && <Problem error={doing.error} />}
      <Block {...detail}>{(said) => <LastWords said={said} />}</Block>
    </>
  );
}

function LastWords({ said }: { readonly said: ResponseOf<'getToolServer'> }): VNode {
  const { pid, last_words: lines } = said;
  return (
    <details>
      <summary>
        {word('server_words')}{' '}
        {pid !== null && <span class="soft number">{word('server_pid', pid)}</span>}
      </summary>
      {lines.length === 0 ? (
        <p class="soft">{word('server_words_none')}</p>
      ) : (
        <pre tabIndex={0}>
          <Visible text={lines.join('\n')} />
        </pre>
      )}
    </details>
  );
}
