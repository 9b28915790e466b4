import type { VNode } from 'preact';

import { Block } from '../../parts/block.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useWish } from '../../parts/use-wish.ts';
import { useMay } from '../../store/may.ts';
import type { Conversation } from '../../store/rows.ts';
import { useAnswer, useToast } from '../../store/world.ts';
import { word } from '../../words/word.ts';

interface BriefingProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

/** The text that tells an assistant how to act: to copy, or sent into this chat. */
export function Briefing({ conversation, onClose }: BriefingProps): VNode {
  const { local_conversation_id: id } = conversation;
  const { state, again } = useAnswer('getBriefing', { query: { conversation: id } });
  const sending = useWish('sendMessage');
  const toast = useToast();
  const mayAnswer = useMay('answer');
  const doing = sending.deed.doing.value;

  async function send(text: string): Promise<void> {
    const sent = await sending.run({ params: { id }, body: { text } });
    if (sent === null) return;
    toast({
      text: word('briefing_sent'),
      tone: 'good',
      link: { href: `/jobs/${sent.job.job_id}`, text: word('delivery') },
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
                <DeedButton deed={sending.deed} onPress={() => void send(text)}>
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
