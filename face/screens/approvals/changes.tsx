import type { VNode } from 'preact';

import { steeringShown } from '../../../shared/lib/visible-text.ts';
import type { AnswerOf } from '../../../shared/api/operations.ts';
import { Diff } from '../../parts/diff.tsx';
import { Params } from '../../parts/params.tsx';
import { Time } from '../../parts/time.tsx';
import { Visible } from '../../parts/visible.tsx';
import { word } from '../../words/word.ts';

type Preview = AnswerOf<'getApprovalPreview'>;

/** What the action would change, from what the conductor knows without running it. */
export function Changes({ preview }: { readonly preview: Preview }): VNode {
  switch (preview.kind) {
    case 'params':
      return <Params params={preview.params} />;
    case 'command':
      return (
        <div class="stack">
          <pre tabIndex={0}>
            <Visible text={preview.command} />
          </pre>
          {preview.folder !== null && (
            <p class="soft">
              {word('changes_folder')} <code>{steeringShown(preview.folder)}</code>
            </p>
          )}
          <Cut cut={preview.cut} />
        </div>
      );
    case 'message':
      return (
        <div class="stack">
          <p class="soft">
            {word('changes_to')}{' '}
            <a href={`/conversations/${preview.to}`}>
              <Visible text={preview.title ?? word('untitled')} />
            </a>
          </p>
          <pre tabIndex={0}>
            <Visible text={preview.text} />
          </pre>
          <Cut cut={preview.cut} />
        </div>
      );
    case 'text_diff':
      return <TextDiff preview={preview} />;
  }
}

function TextDiff({
  preview: { path, parts, before_at: at, cut },
}: {
  readonly preview: Extract<Preview, { readonly kind: 'text_diff' }>;
}): VNode {
  const label = path === null ? word('asked_changes') : steeringShown(path);
  return (
    <div class="stack">
      {parts.map(({ before, after }, index) =>
        before === null ? (
          <div key={index} class="stack">
            <p class="soft">{word('changes_unknown_before', label)}</p>
            <pre tabIndex={0}>
              <Visible text={after} />
            </pre>
          </div>
        ) : (
          <Diff key={index} label={label} before={before} after={after} />
        ),
      )}
      {at !== null && (
        <p class="soft small">
          {word('changes_before_at')} <Time at={at} />
        </p>
      )}
      <Cut cut={cut} />
    </div>
  );
}

function Cut({ cut }: { readonly cut: boolean }): VNode | null {
  return cut ? <p class="fault">{word('changes_cut')}</p> : null;
}
