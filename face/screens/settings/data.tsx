import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { DeedButton } from '../../parts/deed-button.tsx';
import { DownloadLink } from '../../parts/download-link.tsx';
import { Problem } from '../../parts/problem.tsx';
import { bytesOf } from '../../parts/bytes.ts';
import { useMay } from '../../store/may.ts';
import { useDeed } from '../../store/world.ts';
import { word } from '../../words/word.ts';

/** Deeds on all data: a copy, an export, freeing disk space. */
export function Data(): VNode {
  const deed = useDeed();
  const [said, setSaid] = useState('');
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
          <DeedButton deed={deed} kind="plain" onPress={() => void vacuum()}>
            {word('data_vacuum')}
          </DeedButton>
        )}
      </div>
      <p class="soft">{word('data_import')}</p>
      {said !== '' && <p role="status">{said}</p>}
      {doing.kind === 'failed' && <Problem error={doing.error} />}
      {mayAll && (
        <p class="soft">
          {word('data_retention')} <a href="/settings/retention">{word('settings_retention')}</a>
        </p>
      )}
    </section>
  );
}
