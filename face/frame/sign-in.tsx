import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { CopyButton } from '../parts/copy-button.tsx';
import { Problem } from '../parts/problem.tsx';
import type { Session } from '../api/session.ts';
import { unsentTexts } from '../store/drafts.ts';
import { word } from '../words/word.ts';

const COMMAND = 'baton open';

/** How to come in: the line to run, or the six digits of `baton open --code`. */
export function SignIn({ session }: { readonly session: Session }): VNode {
  const state = session.state.value;
  const [digits, setDigits] = useState('');
  const [busy, setBusy] = useState(false);
  const error = state.kind === 'out' ? state.error : null;
  // Digits are typed in where nobody else can have been: this address may have been another’s meanwhile.
  const hasMoved = error?.code === 'face_restarted';

  async function enter(event: Event): Promise<void> {
    event.preventDefault();
    setBusy(true);
    await session.enter(digits.replaceAll(/\s/g, ''));
    setBusy(false);
  }

  return (
    <main class="sign-in">
      <img src="/icon.png" alt="" width="44" height="44" />
      <h1>{word('sign_in_title')}</h1>
      {error && error.code !== 'unauthorized' && <Problem error={error} />}
      <p>{word('sign_in_run')}</p>
      <p class="command">
        <code>{COMMAND}</code>
        <CopyButton text={COMMAND} />
      </p>
      {hasMoved ? <Unsent /> : null}
      <form hidden={hasMoved} onSubmit={(event) => void enter(event)}>
        <label>
          {word('sign_in_digits')}
          <input
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9 ]{6,8}"
            required
            value={digits}
            onInput={(event) => setDigits(event.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={busy}>
          {word('sign_in_enter')}
        </button>
      </form>
      <p class="soft">{word('sign_in_why')}</p>
    </main>
  );
}

/** Texts written but not sent: the page that opens anew has another address and cannot read them. */
function Unsent(): VNode | null {
  const texts = unsentTexts();
  if (texts.length === 0) return null;
  return (
    <section aria-label={word('sign_in_unsent')}>
      <h2>{word('sign_in_unsent')}</h2>
      {texts.map((text) => (
        <p class="command">
          <span>{text}</span>
          <CopyButton text={text} />
        </p>
      ))}
    </section>
  );
}
