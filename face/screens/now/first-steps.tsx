import type { VNode } from 'preact';

import { Block } from '../../parts/block.tsx';
import { Mark } from '../../parts/mark.tsx';
import { useAnswer, useToast } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import type { Overview } from './overview.ts';

/** What to do first, where nothing has been done yet: pair, open a chat, brief its assistant, switch to auto. */
export function FirstSteps({ browsers }: { readonly browsers: Overview['browsers'] }): VNode {
  const { state, again } = useAnswer('getBriefing');
  const toast = useToast();

  async function copy(text: string): Promise<void> {
    await navigator.clipboard.writeText(text);
    toast({ text: word('copied'), tone: 'good' });
  }

  return (
    <section class="card first-steps" aria-label={word('first_title')}>
      <h2>{word('first_title')}</h2>
      <ol>
        <li>
          {browsers.connected > 0 ? (
            <Mark tone="good">{word('first_paired', browsers.connected)}</Mark>
          ) : (
            <>
              {word(browsers.paired > 0 ? 'first_open_browser' : 'first_pair')}{' '}
              <a href="/browsers">{word('first_pair_link')}</a>
            </>
          )}
        </li>
        <li>{word('first_chat')}</li>
        <li>
          {word('first_brief')}
          <Block state={state} again={again}>
            {({ text }) => (
              <>
                <pre class="briefing">{text}</pre>
                <div class="buttons">
                  <button type="button" onClick={() => void copy(text)}>
                    {word('first_copy')}
                  </button>
                  <a class="button plain" href="/conversations">
                    {word('first_send')}
                  </a>
                </div>
              </>
            )}
          </Block>
        </li>
        <li>{word('first_auto')}</li>
      </ol>
    </section>
  );
}
