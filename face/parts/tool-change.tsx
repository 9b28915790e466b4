import type { VNode } from 'preact';

import type { ResponseOf } from '../../shared/api/operations.ts';
import { useMay } from '../store/may.ts';
import { useDeed } from '../store/world.ts';
import { word } from '../words/word.ts';
import { DeedButton } from './deed-button.tsx';
import { Diff } from './diff.tsx';
import { Problem } from './problem.tsx';
import { Time } from './time.tsx';

type Change = ResponseOf<'listToolChanges'>['items'][number];

/** A change that a server made to a tool, and the button that accepts it. */
export function ToolChange({ change }: { readonly change: Change }): VNode {
  const { tool, sha256, accepted, now, changed_at: at } = change;
  const deed = useDeed();
  const mayAccept = useMay('full');
  const doing = deed.doing.value;
  return (
    <section class="changed-tool" aria-label={word('tool_changed')}>
      <p>
        <strong>{word('tool_changed')}</strong> <Time at={at} />. {word('tool_changed_means')}
      </p>
      <Diff label={tool} before={describedText(accepted)} after={describedText(now)} />
      {mayAccept && (
        <div class="buttons">
          <DeedButton
            deed={deed}
            kind="plain"
            onPress={() => void deed.run('acceptTool', { params: { id: tool }, body: { sha256 } })}
          >
            {word('tool_accept')}
          </DeedButton>
        </div>
      )}
      {doing.kind === 'failed' && <Problem error={doing.error} />}
    </section>
  );
}

/** All that is compared, line by line. */
function describedText({ help, hints, params_schema: schema }: Change['now']): string {
  const told = Object.entries(hints).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return [help, '', ...told, 'params_schema:', JSON.stringify(schema, null, 2)].join('\n');
}
