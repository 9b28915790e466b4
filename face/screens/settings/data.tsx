import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { AskSure } from '../../parts/ask-sure.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { DownloadLink } from '../../parts/download-link.tsx';
import { Problem } from '../../parts/problem.tsx';
import { bytesOf } from '../../parts/bytes.ts';
import { useMay } from '../../store/may.ts';
import { useDeed } from '../../store/world.ts';
import { word } from '../../words/word.ts';

/** What can be done with all of the data: a copy, an export, forgetting, giving space back. */
export function Data(): VNode {
  const deed = useDeed();
  const [said, setSaid] = useState('');
  const [forgets, setForgets] = useState<ResponseOf<'forgetOld'> | null>(null);
  const mayAll = useMay('full');
  const doing = deed.doing.value;

  async function backUp(): Promise<void> {
    const done = await deed.run('createBackup', { body: {} });
    if (done?.ok) setSaid(word('data_backed_up', done.value.file, bytesOf(done.value.bytes)));
  }

  async function vacuum(): Promise<void> {
    const done = await deed.run('vacuum', {});
    if (!done?.ok) return;
    const { bytes_before: before, bytes_after: after } = done.value;
    setSaid(word('data_vacuumed', bytesOf(before), bytesOf(after)));
  }

  async function forget(dryRun: boolean): Promise<void> {
    const done = await deed.run('forgetOld', { body: { dry_run: dryRun } });
    if (!done?.ok) return;
    if (dryRun) setForgets(done.value);
    else {
      setForgets(null);
      setSaid(word('data_forgotten', bytesOf(done.value.freed_bytes)));
    }
  }

  return (
    <section class="card" aria-label={word('settings_data')}>
      <div class="buttons">
        {mayAll && (
          <DeedButton deed={deed} onPress={() => void backUp()}>
            {word('data_back_up')}
          </DeedButton>
        )}
        <DownloadLink path="/v1/export?format=jsonl" name="baton.jsonl">
          {word('data_export')}
        </DownloadLink>
        <DownloadLink path="/v1/export?format=markdown" name="baton.md">
          {word('data_export_markdown')}
        </DownloadLink>
        {mayAll && (
          <>
            <DeedButton deed={deed} kind="plain" onPress={() => void forget(true)}>
              {word('data_forget')}
            </DeedButton>
            <DeedButton deed={deed} kind="plain" onPress={() => void vacuum()}>
              {word('data_vacuum')}
            </DeedButton>
          </>
        )}
      </div>
      <p class="soft">{word('data_import')}</p>
      {said !== '' && <p role="status">{said}</p>}
      {doing.kind === 'failed' && forgets === null && <Problem error={doing.error} />}
      {forgets && (
        <AskSure
          title={word('data_forget')}
          says={word('data_forget_now')}
          deed={deed}
          onSure={() => void forget(false)}
          onClose={() => setForgets(null)}
        >
          <p>
            {word(
              'data_would_forget',
              forgets.events,
              forgets.messages,
              forgets.jobs,
              forgets.artifacts,
              bytesOf(forgets.freed_bytes),
            )}
          </p>
        </AskSure>
      )}
    </section>
  );
}
