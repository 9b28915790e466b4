import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { AskSure } from '../../parts/ask-sure.tsx';
import { bytesOf } from '../../parts/bytes.ts';
import { Problem } from '../../parts/problem.tsx';
import { useDeed } from '../../store/world.ts';
import { word } from '../../words/word.ts';

type Forgotten = ResponseOf<'forgetOld'>;

/** Data that the retention settings no longer keep: counted, and deleted at once if a person wants it. */
export function Forgetting({ retention }: { readonly retention: object }): VNode {
  const count = useDeed();
  const deed = useDeed();
  const [old, setOld] = useState<Forgotten | null>(null);
  const [asks, ask] = useState(false);
  const [said, setSaid] = useState('');
  const key = JSON.stringify(retention);
  const counting = count.doing.value;

  useEffect(() => {
    let isOver = false;
    void count.run('forgetOld', { body: { dry_run: true } }).then((counted) => {
      if (!isOver && counted?.ok === true) setOld(counted.value);
    });
    return () => void (isOver = true);
  }, [key, said]);

  async function forget(): Promise<void> {
    const done = await deed.run('forgetOld', { body: { dry_run: false } });
    if (done?.ok !== true) return;
    ask(false);
    setSaid(word('data_forgotten', bytesOf(done.value.freed_bytes)));
  }

  return (
    <>
      {old && <p role="status">{whatGoes(old)}</p>}
      {said !== '' && <p role="status">{said}</p>}
      {counting.kind === 'failed' && <Problem error={counting.error} />}
      <div class="buttons">
        <button type="button" class="plain" disabled={old === null} onClick={() => ask(true)}>
          {word('data_forget')}
        </button>
      </div>
      {asks && old && (
        <AskSure
          title={word('data_forget')}
          says={word('data_forget_now')}
          deed={deed}
          onSure={() => void forget()}
          onClose={() => ask(false)}
        >
          <p>{whatGoes(old)}</p>
        </AskSure>
      )}
    </>
  );
}

function whatGoes({ events, messages, jobs, artifacts }: Forgotten): string {
  if (events + messages + jobs + artifacts === 0) return word('data_nothing_old');
  return word('data_would_forget', events, messages, jobs, artifacts);
}
