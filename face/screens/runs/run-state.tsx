import type { VNode } from 'preact';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { Mark, type Tone } from '../../parts/mark.tsx';
import { word } from '../../words/word.ts';

export type Run = ResponseOf<'getRun'>;

export type Task = Run['plan'][number];

const OF_RUN: Readonly<Record<Run['status'], Tone>> = {
  draft: 'soft',
  starting: 'busy',
  planning: 'busy',
  executing: 'busy',
  reporting: 'busy',
  paused: 'soft',
  finished: 'good',
  stopped: 'soft',
  failed: 'bad',
};

const OF_TASK: Readonly<Record<Task['status'], Tone>> = {
  planned: 'soft',
  assigned: 'busy',
  working: 'busy',
  review: 'busy',
  blocked: 'bad',
  done: 'good',
  failed: 'bad',
  dropped: 'soft',
};

/** How far a run is. */
export function RunState({ status }: Pick<Run, 'status'>): VNode {
  return <Mark tone={OF_RUN[status]}>{word(`run_${status}`)}</Mark>;
}

/** How a task of the plan stands. */
export function TaskState({ status }: Pick<Task, 'status'>): VNode {
  return <Mark tone={OF_TASK[status]}>{word(`run_task_${status}`)}</Mark>;
}

/** Does nothing of it go on any more? */
export function isOver(status: Run['status']): boolean {
  return status === 'finished' || status === 'stopped' || status === 'failed';
}

/** The site of a template: `claude` of `chat:claude`. */
export function siteOf(template: string): string {
  return template.slice(template.indexOf(':') + 1);
}
