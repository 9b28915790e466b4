import type { VNode } from 'preact';

import { Visible } from '../../../look/visible.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { Mark, type Tone } from '../../parts/mark.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useWish } from '../../parts/use-wish.ts';
import { useMay } from '../../store/may.ts';
import { useDeed } from '../../store/world.ts';
import { type WordKey, word } from '../../words/word.ts';
import { isOver, type Run, siteOf } from './run-state.tsx';
import { roleText } from './run-words.ts';

type Worker = Run['workers'][number];

type Status = Worker['status_snapshot']['status'];

type WorkerMark = NonNullable<Worker['status_snapshot']['mark']>;

const TONES: Readonly<Record<Status, Tone>> = {
  idle: 'good',
  running: 'busy',
  stuck: 'bad',
  error: 'bad',
  stopped: 'soft',
};

const MARKS: Readonly<Record<WorkerMark, readonly [Tone, WordKey]>> = {
  done: ['good', 'run_task_done'],
  blocked: ['bad', 'run_task_blocked'],
  needs_input: ['busy', 'run_needs_input'],
};

/** How workers stand that can be begun anew. */
const BEGUN_ANEW: readonly Status[] = ['stuck', 'error', 'stopped'];

interface WorkerCardProps {
  readonly run: Run;
  readonly worker: Worker;
  readonly onWrite: () => void;
}

/** One worker: how it stands, what it said last, and what a person may do with it. */
export function WorkerCard({ run, worker, onWrite }: WorkerCardProps): VNode {
  const { role, template_id: template, conversation, status_snapshot: now } = worker;
  const { working_dir: folder } = worker;
  const {
    status,
    source,
    mark,
    held_by: heldBy,
    last_lines: lines,
    error,
    last_output_at: at,
  } = now;
  const task = run.plan.find((one) => one.task_id === worker.task_id);
  return (
    <li class="card" tabIndex={-1} aria-label={roleText(role)}>
      <header class="asked">
        <strong>{roleText(role)}</strong>
        <span class="soft small">{siteOf(template)}</span>
        <Mark tone={TONES[status]}>{word(`run_worker_${status}`)}</Mark>
        {source === 'guessed' && <span class="soft small">{word('run_guessed')}</span>}
        {mark !== null && <Mark tone={MARKS[mark][0]}>{word(MARKS[mark][1])}</Mark>}
        {error !== null && <code>{error}</code>}
      </header>
      {folder !== null && (
        <p class="soft small">
          <Visible text={folder} />
        </p>
      )}
      {heldBy !== null && <p class="small">{word('run_held')}</p>}
      {task !== undefined && (
        <p class="small">
          {task.position + 1} <Visible text={task.title} />
        </p>
      )}
      {lines.length > 0 && (
        <pre class="run-lines" tabIndex={0}>
          <span>
            <Visible text={lines.join('\n')} />
          </span>
        </pre>
      )}
      {at !== null && (
        <p class="soft small">
          <Time at={at} />
        </p>
      )}
      <div class="buttons">
        {conversation !== null && (
          <a
            class="button plain"
            href={`/conversations/${encodeURIComponent(conversation)}`}
            aria-keyshortcuts="Enter"
          >
            {word('run_open_chat')}
          </a>
        )}
        <a
          class="button plain"
          href={`/runs/${encodeURIComponent(run.run_id)}?show=calls&worker=${encodeURIComponent(worker.tab_id)}`}
          aria-keyshortcuts="l"
        >
          {word('run_calls')}
        </a>
        {!isOver(run.status) && status !== 'stopped' && (
          <WorkerDeeds runId={run.run_id} worker={worker} onWrite={onWrite} />
        )}
        {!isOver(run.status) && BEGUN_ANEW.includes(status) && (
          <StartAnew runId={run.run_id} worker={worker} />
        )}
        {!isOver(run.status) && status === 'stuck' && task !== undefined && (
          <Expect runId={run.run_id} task={task} />
        )}
      </div>
    </li>
  );
}

/** A worker in the place of one that does not get on. */
function StartAnew({
  runId,
  worker,
}: Pick<WorkerCardProps, 'worker'> & { readonly runId: string }): VNode | null {
  const { tab_id: id, template_id: template } = worker;
  const mayWrite = useMay('full');
  const starting = useWish('restartWorker');
  const doing = starting.deed.doing.value;
  // A chat that was there before is begun anew by nobody but its person.
  if (!mayWrite || template.startsWith('conversation:')) return null;
  return (
    <>
      <DeedButton
        deed={starting.deed}
        kind="plain"
        hint="b"
        onPress={() => void starting.run({ params: { id: runId, worker: id } })}
      >
        {word('run_restart')}
      </DeedButton>
      {doing.kind === 'failed' && <Problem error={doing.error} />}
    </>
  );
}

/** A person says that its worker may be silent over a task. */
function Expect({
  runId,
  task: { task_id: task, status, expected },
}: {
  readonly runId: string;
  readonly task: Run['plan'][number];
}): VNode | null {
  const mayWrite = useMay('full');
  const expecting = useWish('updateRunTask');
  const doing = expecting.deed.doing.value;
  if (!mayWrite || expected || !['working', 'blocked'].includes(status)) return null;
  const wish = { params: { id: runId, task }, body: { status: 'expected' as const } };
  return (
    <>
      <DeedButton deed={expecting.deed} kind="plain" onPress={() => void expecting.run(wish)}>
        {word('run_expected')}
      </DeedButton>
      {doing.kind === 'failed' && <Problem error={doing.error} />}
    </>
  );
}

function WorkerDeeds({
  runId,
  worker,
  onWrite,
}: {
  readonly runId: string;
  readonly worker: Worker;
  readonly onWrite: () => void;
}): VNode {
  const { tab_id: id, role } = worker;
  const { held_by: heldBy, mark } = worker.status_snapshot;
  const mayAnswer = useMay('answer');
  const mayWrite = useMay('full');
  const holding = useDeed();
  const marking = useDeed();
  const failure = [holding, marking]
    .map((deed) => deed.doing.value)
    .find((doing) => doing.kind === 'failed');
  const params = { id: runId, worker: id };
  const isFree = heldBy === null;
  return (
    <>
      {mayWrite && (
        <button type="button" class="plain" aria-keyshortcuts="i" onClick={onWrite}>
          {word('run_write')} <kbd aria-hidden="true">i</kbd>
        </button>
      )}
      {mayAnswer && (
        <>
          <DeedButton
            deed={holding}
            kind="plain"
            hint="h"
            onPress={() => void holding.run('holdWorker', { params, body: { held: isFree } })}
          >
            {word(isFree ? 'run_hold' : 'run_give_back')}
          </DeedButton>
          <select
            class="round run-mark"
            aria-label={word('run_mark_of', roleText(role))}
            value={mark ?? ''}
            disabled={marking.waiting.value}
            onChange={({ currentTarget: { value } }) =>
              void marking.run('markWorker', {
                params,
                body: { mark: value === '' ? null : (value as WorkerMark) },
              })
            }
          >
            <option value="">{word('run_mark_none')}</option>
            {(Object.keys(MARKS) as WorkerMark[]).map((one) => (
              <option key={one} value={one}>
                {word(MARKS[one][1])}
              </option>
            ))}
          </select>
        </>
      )}
      {failure?.kind === 'failed' && <Problem error={failure.error} />}
    </>
  );
}
