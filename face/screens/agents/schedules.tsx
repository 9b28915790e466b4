import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

import { AskSure } from '../../parts/ask-sure.tsx';
import { Block } from '../../parts/block.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { useKeys } from '../../parts/keys.ts';
import { Mark, type Tone } from '../../parts/mark.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { Visible } from '../../../look/visible.tsx';
import { useMay } from '../../store/may.ts';
import { useAnswer, useDeed, useToast } from '../../store/world.ts';
import { counted, word } from '../../words/word.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { type Schedule, whenText } from './schedule-when.ts';

const NEW = '/agents?show=schedules&write=new';

/** Scheduled work of agents. */
export function Schedules(): VNode {
  const { query, route } = useLocation();
  const mayChange = useMay('full');
  const { state, again } = useAnswer('listSchedules');
  const writes = mayChange && query['write'] !== undefined;
  useKeys(
    'agents_schedules',
    mayChange ? [{ keys: 'n', says: 'schedule_new', run: () => route(NEW) }] : [],
  );
  return (
    <div class="stack agent-wide">
      {writes ? (
        <ScheduleForm />
      ) : (
        mayChange && (
          <div class="buttons">
            <a class="button" href={NEW} aria-keyshortcuts="n">
              {word('schedule_new')} <kbd aria-hidden="true">n</kbd>
            </a>
          </div>
        )
      )}
      <Block state={state} again={again}>
        {({ items }) =>
          items.length === 0 ? (
            !writes && <p class="empty">{word('schedules_empty')}</p>
          ) : (
            <>
              {items.map((one) => (
                <ScheduleCard key={one.schedule_id} schedule={one} />
              ))}
            </>
          )
        }
      </Block>
    </div>
  );
}

const TONES: Readonly<Record<Schedule['status'], Tone>> = {
  active: 'good',
  paused: 'busy',
  ended: 'soft',
};

function ScheduleCard({ schedule }: { readonly schedule: Schedule }): VNode {
  const { schedule_id: id, agent, session, prompt, status, next_at: next, last, turns } = schedule;
  const mayPause = useMay('answer');
  const mayChange = useMay('full');
  const deed = useDeed();
  const toast = useToast();
  const [removes, remove] = useState(false);
  const doing = deed.doing.value;
  const params = { id };

  async function runNow(): Promise<void> {
    const sent = await deed.run('runSchedule', { params });
    if (sent?.ok === true) toast({ text: word('schedule_sent'), tone: 'good' });
  }

  return (
    <article class="card">
      <header class="asked">
        <Mark tone={TONES[status]}>{word(`schedule_is_${status}`)}</Mark>
        <strong>{whenText(schedule)}</strong>
        <span class="soft small">{schedule.time_zone}</span>
      </header>
      <p class="agent-prompt">
        <Visible text={prompt} />
      </p>
      <p class="soft small">
        {agent === null ? (
          <a href={`/conversations/${encodeURIComponent(session ?? '')}`}>
            {word('schedule_in_one')}
          </a>
        ) : (
          <a href={`/agents/${agent}`}>{agent}</a>
        )}{' '}
        · {counted('schedule_turns', turns)}
        {status === 'active' && next !== null && (
          <>
            {' '}
            · {word('schedule_next')} <Time at={next} />
          </>
        )}
      </p>
      {last !== null && last.outcome !== 'sent' && (
        <p class="soft">
          <Time at={last.at} />: {word(`schedule_was_${last.outcome}`)}
        </p>
      )}
      {last !== null && last.error !== null && <Problem error={last.error} />}
      {doing.kind === 'failed' && <Problem error={doing.error} />}
      {mayPause && (
        <div class="buttons">
          {status === 'active' && (
            <DeedButton
              deed={deed}
              kind="plain"
              onPress={() => void deed.run('pauseSchedule', { params })}
            >
              {word('schedule_pause')}
            </DeedButton>
          )}
          {mayChange && status === 'paused' && (
            <DeedButton deed={deed} onPress={() => void deed.run('resumeSchedule', { params })}>
              {word('schedule_resume')}
            </DeedButton>
          )}
          {mayChange && status !== 'ended' && (
            <DeedButton deed={deed} kind="plain" onPress={() => void runNow()}>
              {word('schedule_run')}
            </DeedButton>
          )}
          {mayChange && (
            <button type="button" class="bad" onClick={() => remove(true)}>
              {word('schedule_remove')}
            </button>
          )}
        </div>
      )}
      {removes && <Remove schedule={schedule} onClose={() => remove(false)} />}
    </article>
  );
}

function Remove({
  schedule: { schedule_id: id, prompt },
  onClose,
}: {
  readonly schedule: Schedule;
  readonly onClose: () => void;
}): VNode {
  const deed = useDeed();
  const toast = useToast();

  async function remove(): Promise<void> {
    const done = await deed.run('removeSchedule', { params: { id } });
    if (done?.ok !== true) return;
    toast({ text: word('schedule_removed'), tone: 'good' });
    onClose();
  }

  return (
    <AskSure
      title={word('schedule_remove')}
      says={word('schedule_remove')}
      deed={deed}
      onSure={() => void remove()}
      onClose={onClose}
    >
      <p class="agent-prompt">
        <Visible text={prompt} />
      </p>
      <p>{word('schedule_remove_means')}</p>
    </AskSure>
  );
}
