import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { ApiError } from '../../../shared/api/operation.ts';
import { useSure } from '../../parts/deed-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useKeys } from '../../parts/keys.ts';
import { Problem } from '../../parts/problem.tsx';
import type { Kinds } from '../../store/rows.ts';
import { asksAnyway } from './asks-anyway.ts';
import { useToast, useWorld } from '../../store/world.ts';
import { counted, word } from '../../words/word.ts';

interface ManyBarProps {
  /** Open approvals that are marked. */
  readonly approvals: readonly Kinds['approval'][];
  readonly onDone: () => void;
}

/** As many as one request may answer. */
const AT_ONCE = 50;

/** One answer to all that are marked: no to any permission, yes to those of low and medium risk. */
export function ManyBar({ approvals, onDone }: ManyBarProps): VNode | null {
  const { ask } = useWorld();
  const toast = useToast();
  const { sure, question } = useSure();
  const [asked, askFor] = useState<'approve' | 'deny' | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const permissions = approvals.filter(({ kind }) => kind === 'permission');
  const allowed = permissions.filter((one) => one.instruction.risk !== 'high' && !asksAnyway(one));

  useKeys(
    'place_approvals',
    approvals.length === 0
      ? []
      : [
          { keys: 'Shift+D', says: 'many_deny', run: () => sure(() => askFor('deny')) },
          { keys: 'Shift+Y', says: 'many_allow', run: () => sure(() => askFor('approve')) },
        ],
  );

  async function answer(decision: 'approve' | 'deny'): Promise<void> {
    setBusy(true);
    setError(null);
    const ids = (decision === 'deny' ? permissions : allowed).map((one) => one.approval_id);
    let done = 0;
    let failed: ApiError | null = null;
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const body = { decision, ids: ids.slice(from, from + AT_ONCE) };
      const answered = await ask('answerMany', { body });
      const refused = answered.ok ? answered.value.items.filter((one) => one.error !== null) : [];
      done += answered.ok ? answered.value.items.length - refused.length : 0;
      failed ??= answered.ok ? (refused[0]?.error ?? null) : answered.error;
    }
    setBusy(false);
    setError(failed);
    const phrase = decision === 'deny' ? 'many_denied' : 'many_allowed';
    if (done > 0) toast({ text: counted(phrase, done), tone: 'good' });
    if (failed !== null) return;
    askFor(null);
    onDone();
  }

  if (approvals.length === 0) return null;
  const those = asked === 'deny' ? permissions : allowed;
  const left = approvals.length - those.length;
  return (
    <>
      <span>{counted('many_marked', approvals.length)}</span>
      <button type="button" class="plain" onClick={() => sure(() => askFor('approve'))}>
        {word('many_allow')}
        <kbd aria-hidden="true">⇧Y</kbd>
      </button>
      <button type="button" class="bad" onClick={() => sure(() => askFor('deny'))}>
        {word('many_deny')}
        <kbd aria-hidden="true">⇧D</kbd>
      </button>
      {question}
      {asked !== null && (
        <Dialog
          title={counted(asked === 'deny' ? 'many_deny_title' : 'many_allow_title', those.length)}
          onClose={() => askFor(null)}
        >
          <ul class="plain-list">
            {those.map(({ approval_id: id, instruction }) => (
              <li key={id}>
                <code>{instruction.action ?? word('action_unread')}</code>
              </li>
            ))}
          </ul>
          {left > 0 && <p class="soft">{counted('many_left', left)}</p>}
          {error && <Problem error={error} />}
          <div class="buttons">
            <button
              type="button"
              class={asked === 'deny' ? 'bad' : 'main'}
              disabled={busy || those.length === 0}
              onClick={() => void answer(asked)}
            >
              {word(asked === 'deny' ? 'many_deny' : 'many_allow')}
            </button>
            <button type="button" class="plain" onClick={() => askFor(null)}>
              {word('cancel')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
