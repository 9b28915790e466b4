import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { visibleJson } from '../../shared/lib/visible-text.ts';
import type { Kinds } from '../store/rows.ts';
import { useAnswer } from '../store/world.ts';
import { Block } from './block.tsx';
import { Params } from './params.tsx';
import { type Tab, Tabs } from './tabs.tsx';
import { Visible } from '../../look/visible.tsx';

interface ActionLooksProps {
  readonly instruction: Kinds['instruction'];
  /** Shown before the others. */
  readonly first?: Tab;
}

/** The content of an action, in several views. */
export function ActionLooks({ instruction, first }: ActionLooksProps): VNode | null {
  const [chosen, choose] = useState(first?.id ?? 'params');
  return (
    <Tabs
      label="asked_looks"
      chosen={chosen}
      onChoose={choose}
      tabs={[
        ...(first ? [first] : []),
        {
          id: 'params',
          says: 'asked_params',
          draw: () => <Params params={instruction.params} />,
        },
        {
          id: 'raw',
          says: 'asked_raw',
          draw: () => <pre tabIndex={0}>{visibleJson(instruction.params)}</pre>,
        },
        { id: 'reply', says: 'asked_reply', draw: () => <Reply instruction={instruction} /> },
      ]}
    />
  );
}

/** The assistant's message that the action stands in, as it was written. */
function Reply({ instruction }: Pick<ActionLooksProps, 'instruction'>): VNode {
  const { local_conversation_id: id, assistant_message_id: message } = instruction;
  const { state, again } = useAnswer('getMessage', { params: { id, message } });
  return (
    <Block state={state} again={again}>
      {({ text }) => (
        <pre tabIndex={0}>
          <Visible text={text} />
        </pre>
      )}
    </Block>
  );
}
