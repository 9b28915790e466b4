import type { ComponentChildren, VNode } from 'preact';

import { Mark, type Tone } from '../../parts/mark.tsx';
import { Replying } from '../../parts/replying.tsx';
import { Risk } from '../../parts/risk.tsx';
import { Time } from '../../parts/time.tsx';
import { Visible } from '../../../look/visible.tsx';
import { errorWords } from '../../words/error-words.ts';
import { word } from '../../words/word.ts';
import type { Overview } from './overview.ts';

interface Place {
  readonly local_conversation_id: string;
  readonly conversation_title: string | null;
}

/** Which chat it is about. */
function Chat({ place }: { readonly place: Place }): VNode {
  return (
    <a href={`/conversations/${place.local_conversation_id}`}>
      <Visible text={place.conversation_title ?? word('untitled')} />
    </a>
  );
}

interface LineProps {
  readonly children: ComponentChildren;
  readonly since?: number | undefined;
  /** The best that can be done about it. */
  readonly action?: { readonly href: string; readonly says: string } | undefined;
}

function Line({ children, since, action }: LineProps): VNode {
  return (
    <li>
      <p>{children}</p>
      <span class="soft">{since !== undefined && <Time at={since} />}</span>
      {action && (
        <a class="button plain" href={action.href}>
          {action.says}
        </a>
      )}
    </li>
  );
}

export function NeedLine({ need }: { readonly need: Overview['needs'][number] }): VNode {
  if (need.kind === 'delivery') return <FailedLine delivery={need} />;
  return (
    <Line
      since={need.since}
      action={{ href: `/approvals/${need.approval_id}`, says: word('now_look') }}
    >
      <code>{need.action}</code> {word('now_in')} <Chat place={need} /> <Risk risk={need.risk} />
      {need.asks === 'outcome_unknown' && <> · {word('now_unknown')}</>}
    </Line>
  );
}

type Failed = Extract<Overview['wrong'][number], { kind: 'delivery' }>;

function FailedLine({ delivery }: { readonly delivery: Failed }): VNode {
  const { code, text, since, job_id: id } = delivery;
  const words = code === null ? null : errorWords(code);
  return (
    <Line since={since} action={{ href: `/jobs/${id}`, says: word('now_look') }}>
      <Mark tone="bad">{word('now_failed')}</Mark> <Chat place={delivery} />:{' '}
      {words?.meaning ?? <Visible text={text ?? ''} />}
    </Line>
  );
}

const MOVING: Readonly<Partial<Record<string, Tone>>> = { retry_wait: 'soft' };

export function MovingLine({ moving }: { readonly moving: Overview['moving'][number] }): VNode {
  if (moving.kind === 'action') {
    return (
      <Line
        since={moving.since}
        action={{ href: `/actions/${moving.instruction_id}`, says: word('now_look') }}
      >
        <Mark tone="busy">{word('now_runs')}</Mark> <code>{moving.action}</code> {word('now_in')}{' '}
        <Chat place={moving} />
      </Line>
    );
  }
  const { status } = moving;
  return (
    <Line since={moving.since} action={{ href: `/jobs/${moving.job_id}`, says: word('now_look') }}>
      <Mark tone={MOVING[status] ?? 'busy'}>{word(`job_${status}`)}</Mark> <Chat place={moving} />
      {status === 'acked' && <Replying conversation={moving.local_conversation_id} />}
      {moving.due_at !== null && (
        <>
          {' '}
          · <Time at={moving.due_at} />
        </>
      )}
    </Line>
  );
}

export function WrongLine({ wrong }: { readonly wrong: Overview['wrong'][number] }): VNode {
  switch (wrong.kind) {
    case 'delivery':
      return <FailedLine delivery={wrong} />;
    case 'conversation':
      return (
        <Line
          since={wrong.since}
          action={{
            href: `/conversations/${wrong.local_conversation_id}`,
            says: word('now_look'),
          }}
        >
          <Mark tone="bad">{word('now_paused')}</Mark> <Chat place={wrong} />:{' '}
          <Visible text={wrong.reason} />
        </Line>
      );
    case 'tool_server':
      return (
        <Line action={{ href: `/tools/${wrong.server}`, says: word('now_look') }}>
          <Mark tone="bad">{word('now_tools')}</Mark> <code>{wrong.server}</code>:{' '}
          <Visible text={wrong.error ?? wrong.state} />
        </Line>
      );
    case 'account':
      return (
        <Line action={{ href: '/browsers', says: word('now_look') }}>
          <Mark tone="soft">{word('now_parked')}</Mark> <Visible text={wrong.account_key} /> ·{' '}
          <Time at={wrong.until} />
        </Line>
      );
  }
}
