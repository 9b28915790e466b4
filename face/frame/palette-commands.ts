import type { World } from '../store/world.ts';
import type { Toast } from '../store/world.ts';
import { counted, word } from '../words/word.ts';
import type { PaletteRow } from './palette-rows.ts';

interface Parts {
  readonly world: World;
  /** Rights of this session. */
  readonly may: { readonly answer: boolean; readonly all: boolean };
  readonly route: (path: string) => void;
  readonly toast: (toast: Omit<Toast, 'id'>) => void;
}

/** Commands that are available everywhere. */
export function commandRows({ world: { ask, session }, may, route, toast }: Parts): PaletteRow[] {
  const command = (id: string, text: string, run: () => unknown): PaletteRow => ({
    id: `command ${id}`,
    text,
    kind: word('palette_command'),
    run: () => void run(),
  });

  function tell(failed: string | null, done: string): void {
    toast({ text: failed ?? done, tone: failed === null ? 'good' : 'bad' });
  }

  async function pauseAll(): Promise<void> {
    const done = await ask('pauseAll');
    if (done.ok) tell(null, counted('palette_paused', done.value.paused));
    else tell(done.error.text, '');
  }

  async function resumeAll(): Promise<void> {
    const done = await ask('resumeAll');
    if (done.ok) tell(null, counted('resumed', done.value.resumed));
    else tell(done.error.text, '');
  }

  async function backUp(): Promise<void> {
    const made = await ask('createBackup');
    tell(
      made.ok ? null : made.error.text,
      made.ok ? word('palette_backed_up', made.value.file) : '',
    );
  }

  return [
    ...(may.answer
      ? [
          command('pause', word('palette_pause_all'), pauseAll),
          command('resume', word('palette_resume_all'), resumeAll),
        ]
      : []),
    ...(may.all
      ? [
          command('pair', word('palette_pair'), () => route('/browsers?pair=1')),
          command('backup', word('palette_back_up'), backUp),
        ]
      : []),
    command('failures', word('palette_failures'), () =>
      route('/trail?type=delivery_job.failed,instruction.fail,instruction.refuse,message.refused'),
    ),
    command('leave', word('palette_leave'), () => session.leave()),
  ];
}
