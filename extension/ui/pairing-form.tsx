import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';

import type { PairingOffer } from '../messages/consent-messages.ts';
import { pairingFailure } from '../i18n/pairing-words.ts';
import { word } from '../i18n/words.ts';
import { useAsk } from './ask.ts';
import { Phrase } from './phrase.tsx';

interface PairingFormProps {
  /** Stands in the field until a person types another. */
  readonly conductorUrl: string;
  /** A card of its own, where the address is folded away. */
  readonly card?: boolean;
  readonly onSubmit?: () => void;
  readonly onPaired?: () => void;
}

/**
 * In which a person enters the code: pairs when it is sent, and says what went wrong. A pasted link fills in both
 * fields, in sight of the person.
 */
export function PairingForm(props: PairingFormProps): VNode {
  const { conductorUrl, card = false, onSubmit, onPaired } = props;
  const ask = useAsk();
  const [isPairing, setPairing] = useState(false);
  const [outcome, setOutcome] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const url = useRef<HTMLInputElement>(null);
  const folded = useRef<HTMLDetailsElement>(null);

  function takeLink(typed: string): void {
    const link = readPairingLink(typed);
    if (link === null || code.current === null || url.current === null) return;
    code.current.value = link.code;
    url.current.value = link.conductor_url;
    if (folded.current !== null) folded.current.open = true;
  }

  async function pair(): Promise<void> {
    const given = code.current?.value.replaceAll(/\s/g, '') ?? '';
    const conductor_url = url.current?.value ?? '';
    setPairing(true);
    setOutcome('');
    onSubmit?.();
    try {
      const answer = await ask({ kind: 'popup.pair', conductor_url, code: given });
      if (!answer.ok) setOutcome(pairingFailure(answer.code));
      else {
        form.current?.reset();
        onPaired?.();
      }
    } catch {
      setOutcome(word('pairing_no_answer'));
    } finally {
      setPairing(false);
    }
  }

  const Title = card ? 'h2' : 'h3';
  const address = (
    <>
      <label for="pairing-url" class={card ? 'hidden' : undefined}>
        {word('pairing_address')}
      </label>
      <input
        ref={url}
        id="pairing-url"
        name="url"
        type="url"
        defaultValue={conductorUrl}
        spellcheck={false}
        required
      />
    </>
  );
  return (
    <form
      ref={form}
      id="pairing"
      class={card ? 'card' : undefined}
      aria-labelledby="pairing-title"
      onSubmit={(event) => {
        event.preventDefault();
        void pair();
      }}
    >
      <Title id="pairing-title">{word('pairing_title')}</Title>
      <p>
        <Phrase text={word('pairing_how')} />
      </p>
      <label for="pairing-code">{word('pairing_code')}</label>
      <input
        ref={code}
        id="pairing-code"
        name="code"
        autocomplete="one-time-code"
        pattern="[0-9 ]{6,7}|[A-Za-z0-9_\-]{32}"
        title={word('pairing_digits')}
        maxLength={200}
        spellcheck={false}
        placeholder="000000"
        onInput={({ currentTarget: { value } }) => takeLink(value)}
        required
      />
      {card ? (
        <details ref={folded}>
          <summary>{word('pairing_address')}</summary>
          {address}
        </details>
      ) : (
        address
      )}
      <button type="submit" disabled={isPairing}>
        {word('pairing_pair')}
      </button>
      <p id="pairing-outcome" role="alert">
        {outcome}
      </p>
    </form>
  );
}

/** Reads a conductor's pairing link; null where the text is no such link, or not the whole of one. */
function readPairingLink(typed: string): PairingOffer | null {
  const url = URL.canParse(typed.trim()) ? new URL(typed.trim()) : null;
  const code = url === null ? undefined : /^#code=([\w-]{32})$/.exec(url.hash)?.[1];
  return url === null || code === undefined ? null : { conductor_url: url.origin, code };
}
