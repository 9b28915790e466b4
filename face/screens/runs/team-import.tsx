import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

import { beginHere } from '../../parts/begin-here.ts';
import { DeedButton } from '../../parts/deed-button.tsx';
import { useFormKeys } from '../../parts/form-keys.ts';
import { Problem } from '../../parts/problem.tsx';
import { word } from '../../words/word.ts';
import { placeOf } from './team-form.tsx';
import { readSharedTeam } from './team-wish.ts';
import { useWish } from '../../parts/use-wish.ts';

/** A team of somebody else, pasted. Nothing of it runs by that. */
export function TeamImport(): VNode {
  const { route } = useLocation();
  const [text, setText] = useState('');
  const taking = useWish('importTeam');
  const shared = readSharedTeam(text);
  const close = (): void => route(placeOf(null));

  async function take(): Promise<void> {
    if (shared === null) return;
    const taken = await taking.run({ body: shared });
    if (taken !== null) route(placeOf(taken.team_id));
  }

  const doing = taking.deed.doing.value;
  const keys = useFormKeys({ send: () => void take(), close });
  return (
    <form
      class="card"
      aria-label={word('team_import')}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={keys.onKeyDown}
    >
      <h2>{word('team_import')}</h2>
      <p class="soft">{word('team_import_means')}</p>
      <label>
        {word('team_import_text')}
        <textarea
          class="mono"
          rows={10}
          ref={beginHere}
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {text.trim() !== '' && shared === null && <p class="soft">{word('team_import_no')}</p>}
      {doing.kind === 'failed' && <Problem error={doing.error} />}
      <div class="buttons">
        <DeedButton
          deed={taking.deed}
          hint="Ctrl+Enter"
          disabled={shared === null}
          onPress={() => void take()}
        >
          {word('team_import')}
        </DeedButton>
        <button type="button" class="plain" onClick={close}>
          {word('back')}
        </button>
      </div>
      {keys.question}
    </form>
  );
}
