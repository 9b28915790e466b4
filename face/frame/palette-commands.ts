import type { World } from '../store/world.ts';
import type { Toast } from '../store/world.ts';
import { counted, word } from '../words/word.ts';
import type { PaletteRow } from './palette-rows.ts';

interface Parts {
  readonly world: World;
  readonly route: (path: string) => void;
  readonly toast: (toast: Omit<Toast, 'id'>) => void;
}

/** What can be done from anywhere. */
export function commandRows({ world: { ask, session }, route, toast }: Parts): PaletteRow[] {
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
    let paused = 0;
    for (;;) {
      const page = await ask('listConversations', { query: { mode: 'auto', limit: 200 } });
      if (!page.ok) return tell(page.error.text, '');
      if (page.value.items.length === 0) return tell(null, counted('palette_paused', paused));
      for (const { local_conversation_id: id } of page.value.items) {
        const set = await ask('setMode', { params: { id }, body: { mode: 'paused' } });
        if (!set.ok) return tell(set.error.text, '');
        paused += 1;
      }
    }
  }

  async function backUp(): Promise<void> {
    const made = await ask('createBackup');
    tell(
      made.ok ? null : made.error.text,
      made.ok ? word('palette_backed_up', made.value.file) : '',
    );
  }

  return [
    command('pause', word('palette_pause_all'), pauseAll),
    command('pair', word('palette_pair'), () => route('/browsers?pair=1')),
    command('backup', word('palette_back_up'), backUp),
    command('failures', word('palette_failures'), () =>
      route('/trail?type=delivery_job.failed,instruction.fail,instruction.refuse,message.refused'),
    ),
    command('leave', word('palette_leave'), () => session.leave()),
  ];
}
