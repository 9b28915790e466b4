import type { VNode } from 'preact';

import { visibleText } from '../../../shared/lib/visible-text.ts';
import type { ResponseOf } from '../../../shared/api/operations.ts';
import { Diff } from '../../parts/diff.tsx';
import { Params } from '../../parts/params.tsx';
import { Time } from '../../parts/time.tsx';
import { Visible } from '../../../look/visible.tsx';
import { word } from '../../words/word.ts';

type Preview = ResponseOf<'getApprovalPreview'>;

/** Changes that the action would make, as far as the conductor knows without running it. */
export function Changes({ preview }: { readonly preview: Preview }): VNode {
  if (preview.kind === 'params') return <Params params={preview.params} />;
  return (
    <div class="stack">
      <Look preview={preview} />
      <Cut cut={preview.cut} />
      {Object.keys(preview.rest).length > 0 && (
        <>
          <p class="soft">{word('changes_also')}</p>
          <Params params={preview.rest} />
        </>
      )}
    </div>
  );
}

function Look({
  preview,
}: {
  readonly preview: Exclude<Preview, { readonly kind: 'params' }>;
}): VNode {
  switch (preview.kind) {
    case 'command':
      return (
        <>
          <Words text={preview.command} />
          {preview.folder !== null && (
            <p class="soft">
              {word('changes_folder')} <code>{visibleText(preview.folder)}</code>
            </p>
          )}
        </>
      );
    case 'message':
      return (
        <>
          <p class="soft">
            {word('changes_to')}{' '}
            <a href={`/conversations/${preview.to}`}>
              <Visible text={preview.title ?? word('untitled')} />
            </a>
          </p>
          <Words text={preview.text} />
        </>
      );
    case 'text_diff':
      return <TextDiff preview={preview} />;
  }
}

function TextDiff({
  preview: { path, parts, before_at: at },
}: {
  readonly preview: Extract<Preview, { readonly kind: 'text_diff' }>;
}): VNode {
  const label = path === null ? word('asked_changes') : visibleText(path);
  return (
    <>
      {parts.map(({ before, after }, index) =>
        before === null ? (
          <div key={index} class="stack">
            <p class="soft">{word('changes_unknown_before', label)}</p>
            <Words text={after} />
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
    </>
  );
}

/** Someone's words, with all seen that is in them. */
function Words({ text }: { readonly text: string }): VNode {
  return (
    <pre tabIndex={0}>
      <bdi>{visibleText(text)}</bdi>
    </pre>
  );
}

function Cut({ cut }: { readonly cut: boolean }): VNode | null {
  return cut ? <p class="fault">{word('changes_cut')}</p> : null;
}
