import type { VNode } from 'preact';

import { Block } from '../../parts/block.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useMay } from '../../store/may.ts';
import type { Conversation } from '../../store/rows.ts';
import { useAnswer, useDeed, useToast } from '../../store/world.ts';
import { word } from '../../words/word.ts';

interface BriefingProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

/** The text that tells an assistant how to act: to copy, or sent into this chat. */
export function Briefing({ conversation, onClose }: BriefingProps): VNode {
  const { local_conversation_id: id } = conversation;
  const { state, again } = useAnswer('getBriefing', { query: { conversation: id } });
  const deed = useDeed();
  const toast = useToast();
  const mayAnswer = useMay('answer');
  const doing = deed.doing.value;

  async function send(text: string): Promise<void> {
    const answered = await deed.run('sendMessage', { params: { id }, body: { text } });
    if (answered?.ok !== true) return;
    toast({
      text: word('briefing_sent'),
      tone: 'good',
      link: { href: `/jobs/${answered.value.job.job_id}`, text: word('delivery') },
    });
    onClose();
  }

  return (
    <Dialog title={word('briefing_title')} onClose={onClose} wide>
      <p>{word('briefing_text')}</p>
      <Block state={state} again={again}>
        {({ text }) => (
          <>
            <pre class="briefing" tabIndex={0}>
              {text}
            </pre>
            {doing.kind === 'failed' && <Problem error={doing.error} />}
            <div class="buttons">
              {mayAnswer && (
                <DeedButton deed={deed} onPress={() => void send(text)}>
                  {word('briefing_send')}
                </DeedButton>
              )}
              <CopyButton text={text} />
              <button type="button" class="plain" onClick={onClose}>
                {word('cancel')}
              </button>
            </div>
          </>
        )}
      </Block>
    </Dialog>
  );
}
