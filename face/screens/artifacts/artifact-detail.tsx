import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

import { AskSure } from '../../parts/ask-sure.tsx';
import { Block } from '../../parts/block.tsx';
import { bytesOf } from '../../parts/bytes.ts';
import { download, DownloadLink } from '../../parts/download-link.tsx';
import { useKeys } from '../../parts/keys.ts';
import { Time } from '../../parts/time.tsx';
import { Visible } from '../../../look/visible.tsx';
import { useMay } from '../../store/may.ts';
import type { Kinds } from '../../store/rows.ts';
import { useAnswer, useDeed, useRow, useToast } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { BytesView, PictureView } from './bytes-view.tsx';
import { contentPath, MOST_PICTURE_BYTES, showingOf } from './content.ts';
import { TextView } from './text-view.tsx';

/** An artifact, as far as it can be shown. */
export function ArtifactDetail({ id }: { readonly id: string }): VNode {
  const { state, again } = useAnswer('getArtifact', { params: { id } });
  return (
    <Block state={state} again={again} of={id}>
      {(artifact) => <Kept artifact={artifact} />}
    </Block>
  );
}

function Kept({ artifact }: { readonly artifact: Kinds['artifact'] }): VNode {
  const { artifact_id: id, name, media_type: mediaType, size_bytes: sizeBytes, sha256 } = artifact;
  const conversation = useRow('conversation', artifact.local_conversation_id);
  const { route } = useLocation();
  const toast = useToast();
  const deed = useDeed();
  const mayDelete = useMay('full');
  const [asks, ask] = useState(false);
  const showing = showingOf(mediaType);
  const view = { id, name, sizeBytes, mediaType };

  async function remove(): Promise<void> {
    const removed = await deed.run('deleteArtifact', { params: { id } });
    if (removed?.ok !== true) return;
    toast({ text: word('artifact_deleted', name), tone: 'good' });
    route('/artifacts');
  }

  useKeys('place_artifacts', [
    { keys: 'd', says: 'artifact_download', run: () => download(contentPath(id), name) },
    ...(mayDelete
      ? [{ keys: 'Delete', says: 'artifact_delete' as const, run: () => ask(true) }]
      : []),
    { keys: 'y', says: 'artifact_copy_id', run: () => void navigator.clipboard.writeText(id) },
  ]);

  return (
    <section class="card" aria-label={name}>
      <header class="asked">
        <h2>
          <Visible text={name} />
        </h2>
      </header>
      <p class="soft">
        <Visible text={mediaType} /> · {bytesOf(sizeBytes)} · <Time at={artifact.created_at} /> ·{' '}
        <a href={`/conversations/${artifact.local_conversation_id}`}>
          <Visible text={conversation?.title ?? word('untitled')} />
        </a>
      </p>
      <p class="soft small">
        sha256 <code title={sha256}>{sha256.slice(0, 16)}…</code>
      </p>
      <div class="buttons">
        <DownloadLink path={contentPath(id)} name={name} hint="d">
          {word('artifact_download')}
        </DownloadLink>
        <button
          type="button"
          class="plain"
          aria-keyshortcuts="y"
          onClick={() => void navigator.clipboard.writeText(id)}
        >
          {word('artifact_copy_id')}
          <kbd aria-hidden="true">y</kbd>
        </button>
        {mayDelete && (
          <button type="button" class="bad" aria-keyshortcuts="Delete" onClick={() => ask(true)}>
            {word('artifact_delete')}
          </button>
        )}
      </div>
      {showing === 'text' && <TextView key={id} id={id} sizeBytes={sizeBytes} />}
      {showing === 'picture' && sizeBytes <= MOST_PICTURE_BYTES && (
        <PictureView key={id} {...view} />
      )}
      {showing === 'picture' && sizeBytes > MOST_PICTURE_BYTES && (
        <p class="soft">{word('artifact_large')}</p>
      )}
      {showing === 'bytes' && <BytesView key={id} {...view} />}
      {asks && (
        <AskSure
          title={word('artifact_delete_sure', name)}
          says={word('artifact_delete_it')}
          deed={deed}
          onSure={() => void remove()}
          onClose={() => ask(false)}
        >
          <p>{word('artifact_delete_text')}</p>
        </AskSure>
      )}
    </section>
  );
}
