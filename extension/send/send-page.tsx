import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import { Visible } from '../../look/visible.tsx';
import { seenOf } from '../../shared/lib/visible-text.ts';
import { counted, word } from '../i18n/words.ts';
import { type Destination, MAX_MESSAGE_LENGTH } from '../messages/send-messages.ts';
import { useAsk } from '../ui/ask.ts';
import { platformName } from '../ui/site-names.ts';
import { fittingDestinations } from './fitting-destinations.ts';

/** Stage of the page. `held`: a text is on its way, and may be taken back by this id. */
type Stage =
  | { readonly name: 'loading' | 'lost' | 'writing' }
  | { readonly name: 'held'; readonly holdId: string };

/** On which a person reads a marked text over, says where it goes, and may take it back for a moment. */
export function SendPage({ textId }: { readonly textId: number }): VNode {
  const ask = useAsk();
  const [stage, setStage] = useState<Stage>({ name: 'loading' });
  const [text, setText] = useState('');
  const [hidden, setHidden] = useState(0);
  const [all, setAll] = useState<readonly Destination[]>([]);
  const [sought, setSought] = useState('');
  const [chosen, setChosen] = useState<Destination | null>(null);
  /** Outcome of the last try; empty once something else is sought or chosen. */
  const [outcome, setOutcome] = useState('');
  const focusOn = useFocus();

  async function load(): Promise<void> {
    const given = await ask({ kind: 'send.ask', text_id: textId });
    if (given.text === null) return setStage({ name: 'lost' });
    // What is read over is what goes out.
    const seen = seenOf(given.text);
    const { to, destinations } = given;
    const wanted = destinations.find(
      (one) =>
        one.platform === to?.platform && one.remote_conversation_id === to.remote_conversation_id,
    );
    setText(seen.text);
    setHidden(seen.hidden);
    setAll(destinations);
    setChosen(wanted ?? null);
    setStage({ name: 'writing' });
    focusOn(wanted === undefined ? '#sought' : '#send');
  }
  useLayoutEffect(() => void load().catch(reportError), []);

  async function send({ platform, remote_conversation_id }: Destination): Promise<void> {
    const hold_id = crypto.randomUUID();
    setStage({ name: 'held', holdId: hold_id });
    focusOn('#undo');
    const message = { platform, remote_conversation_id, text, hold_id };
    try {
      const answer = await ask({ kind: 'send.to', ...message });
      setOutcome(word(`send_${answer.outcome}`));
      if (answer.outcome === 'sent') return window.close();
    } catch {
      setOutcome(word('send_broken')); // The background died with it.
    }
    setStage({ name: 'writing' });
  }

  const fitting = fittingDestinations(all, sought, chosen);
  const isHeld = stage.name === 'held';
  const isStill = isHeld || stage.name === 'lost';
  function says(): string {
    if (isHeld) return word('send_holds');
    if (stage.name === 'lost') return word('send_lost');
    return outcome === '' && stage.name === 'writing' && fitting.length === 0
      ? word('send_none')
      : outcome;
  }

  return (
    <main>
      <h1>{word('send_title')}</h1>
      <textarea
        id="text"
        rows={6}
        aria-label={word('send_text')}
        maxLength={MAX_MESSAGE_LENGTH}
        value={text}
        disabled={isStill}
        onInput={({ currentTarget: { value } }) => setText(value)}
      />
      <p id="hidden" class="soft">
        {hidden > 0 && counted('send_hidden', hidden)}
      </p>
      <label for="sought" class="hidden">
        {word('send_filter')}
      </label>
      <input
        id="sought"
        type="search"
        placeholder={word('send_filter')}
        spellcheck={false}
        autocomplete="off"
        value={sought}
        disabled={isStill}
        onInput={({ currentTarget: { value } }) => {
          setSought(value);
          setOutcome('');
        }}
      />
      <ul id="list" aria-label={word('send_where')}>
        {fitting.map((one) => (
          <li key={JSON.stringify([one.platform, one.remote_conversation_id])}>
            <button
              type="button"
              aria-pressed={one === chosen}
              disabled={isHeld}
              onClick={() => {
                setChosen(one);
                setOutcome('');
                focusOn('#send');
              }}
            >
              <strong>
                <Visible text={one.title} />
              </strong>
              <span>{platformName(one.platform)}</span>
            </button>
          </li>
        ))}
      </ul>
      <div class="buttons">
        <button
          id="send"
          type="button"
          disabled={stage.name !== 'writing' || chosen === null || text.trim() === ''}
          onClick={() => {
            if (chosen !== null) send(chosen).catch(reportError);
          }}
        >
          {word('send')}
        </button>
        {isHeld && (
          <button
            id="undo"
            type="button"
            onClick={() => {
              ask({ kind: 'send.undo', hold_id: stage.holdId }).catch(reportError);
            }}
          >
            {word('send_undo')}
          </button>
        )}
      </div>
      <p id="outcome" class="soft" role="status">
        {says()}
      </p>
    </main>
  );
}

/** Gives the focus to a part of the page once it is drawn as it then is. */
function useFocus(): (selector: string) => void {
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    document.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = null;
  });
  return (selector) => void (wanted.current = selector);
}
