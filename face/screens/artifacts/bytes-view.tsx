import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import type { ApiError } from '../../../shared/api/operation.ts';
import { Problem } from '../../parts/problem.tsx';
import { word } from '../../words/word.ts';
import { askBytes } from './ask-bytes.ts';
import { hexLines } from './content.ts';

const HEAD_BYTES = 1_024;

type Seen =
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly error: ApiError }
  | { readonly kind: 'picture'; readonly url: string }
  | { readonly kind: 'head'; readonly lines: readonly string[] };

interface ViewProps {
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly mediaType: string;
}

/** A picture that was asked for like any answer, and is drawn from memory. */
export function PictureView({ id, name, mediaType }: ViewProps): VNode | null {
  const seen = useSeen(id, async (signal) => {
    const answered = await askBytes(id, null, signal);
    if (!answered.ok) return { kind: 'failed', error: answered.error };
    const picture = answered.value.slice(0, answered.value.size, mediaType);
    return { kind: 'picture', url: URL.createObjectURL(picture) };
  });
  if (seen.kind === 'failed') return <Problem error={seen.error} />;
  return seen.kind === 'picture' ? <img class="picture" src={seen.url} alt={name} /> : null;
}

/** The first bytes of a file that cannot be shown as text. */
export function BytesView({ id, sizeBytes }: ViewProps): VNode | null {
  const seen = useSeen(id, async (signal) => {
    if (sizeBytes === 0) return { kind: 'head', lines: [] };
    const piece = { start: 0, end: Math.min(HEAD_BYTES, sizeBytes) - 1 };
    const answered = await askBytes(id, piece, signal);
    if (!answered.ok) return { kind: 'failed', error: answered.error };
    const bytes = new Uint8Array(await answered.value.arrayBuffer());
    return { kind: 'head', lines: hexLines(bytes) };
  });
  if (seen.kind === 'failed') return <Problem error={seen.error} />;
  if (seen.kind !== 'head') return null;
  return (
    <>
      <p class="soft">{word('artifact_bytes')}</p>
      <pre class="hex" tabIndex={0} aria-label={word('artifact_hex')}>
        {seen.lines.join('\n')}
      </pre>
    </>
  );
}

function useSeen(id: string, ask: (signal: AbortSignal) => Promise<Seen>): Seen {
  const [seen, setSeen] = useState<Seen>({ kind: 'asking' });
  useEffect(() => {
    const gone = new AbortController();
    let shown: Seen | null = null;
    void ask(gone.signal).then((next) => {
      shown = next;
      if (gone.signal.aborted) forget(next);
      else setSeen(next);
    });
    return () => {
      gone.abort();
      if (shown !== null) forget(shown);
    };
  }, [id]);
  return seen;
}

function forget(seen: Seen): void {
  if (seen.kind === 'picture') URL.revokeObjectURL(seen.url);
}
