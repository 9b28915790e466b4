import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { Block } from '../../parts/block.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Mark } from '../../parts/mark.tsx';
import { useAnswer } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { OpenChats } from './open-chats.tsx';
import type { Overview } from './overview.ts';

interface FirstStepsProps {
  readonly browsers: Overview['browsers'];
  /** Nothing was done yet: they are what to look at. */
  readonly isNew: boolean;
}

/** First steps: pair, open a chat, brief its assistant, switch to auto. Folded away once something was done. */
export function FirstSteps({ browsers, isNew }: FirstStepsProps): VNode {
  const [isOpen, open] = useState(isNew);
  return (
    <details
      class="card first-steps"
      open={isOpen}
      onToggle={(event) => open(event.currentTarget.open)}
    >
      <summary>
        <h2>{word('first_title')}</h2>
      </summary>
      {isOpen && <Steps browsers={browsers} />}
    </details>
  );
}

function Steps({ browsers }: Pick<FirstStepsProps, 'browsers'>): VNode {
  const briefing = useAnswer('getBriefing');
  return (
    <ol>
      <li>
        {browsers.connected > 0 ? (
          <>
            <Mark tone="good">{word('first_paired', browsers.connected)}</Mark>{' '}
            <a href="/browsers">{word('first_which')}</a>
          </>
        ) : (
          <>
            {word(browsers.paired > 0 ? 'first_open_browser' : 'first_pair')}{' '}
            <a href="/browsers">{word('pair_title')}</a>
          </>
        )}
      </li>
      <li>{word('first_chat')}</li>
      <li>
        {word('first_brief')}
        <Block {...briefing}>
          {({ text }) => (
            <>
              <pre class="briefing" tabIndex={0}>
                {text}
              </pre>
              <div class="buttons">
                <CopyButton text={text} says="first_copy" />
              </div>
            </>
          )}
        </Block>
        <OpenChats />
      </li>
      <li>{word('first_auto')}</li>
    </ol>
  );
}
