import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

import type { ApiError } from '../../../shared/api/operation.ts';
import { bytesOf } from '../../parts/bytes.ts';
import { useKeys } from '../../parts/keys.ts';
import { Problem } from '../../parts/problem.tsx';
import { Visible } from '../../../look/visible.tsx';
import { word } from '../../words/word.ts';
import { askBytes } from './ask-bytes.ts';
import { type TextSoFar, createTextPages, drawnLine, linesWith } from './text-pages.ts';

/** A text with the numbers of its lines, a piece at a time. */
export function TextView({
  id,
  sizeBytes,
}: {
  readonly id: string;
  readonly sizeBytes: number;
}): VNode {
  const pages = useMemo(() => createTextPages(sizeBytes), [id, sizeBytes]);
  const gone = useMemo(() => new AbortController(), [id]);
  const [text, setText] = useState<TextSoFar>({ lines: [], readBytes: 0, ended: false });
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const [wraps, wrap] = useState(true);
  const [sought, seek] = useState('');
  const [turn, setTurn] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLOListElement>(null);
  const found = useMemo(() => linesWith(text.lines, sought), [text, sought]);
  const current = found[((turn % found.length) + found.length) % found.length];

  async function more(): Promise<void> {
    const piece = pages.next();
    if (piece === null) return setText(pages.take(new Uint8Array()));
    setBusy(true);
    const answered = await askBytes(id, piece, gone.signal);
    if (gone.signal.aborted) return;
    setBusy(false);
    setError(answered.ok ? null : answered.error);
    if (answered.ok) setText(pages.take(new Uint8Array(await answered.value.arrayBuffer())));
  }

  useEffect(() => {
    void more();
    return () => gone.abort();
  }, [pages]);
  useEffect(() => {
    box.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  }, [current]);
  useKeys('artifact_text', [
    { keys: 'w', says: 'artifact_wrap', run: () => wrap(!wraps) },
    { keys: '/', says: 'artifact_find', run: () => field.current?.focus() },
  ]);

  return (
    <>
      <form
        class="chips"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          setTurn(turn + 1);
        }}
      >
        <input
          ref={field}
          type="search"
          placeholder={word('artifact_find')}
          aria-label={word('artifact_find')}
          value={sought}
          onInput={({ currentTarget: { value } }) => {
            seek(value);
            setTurn(0);
          }}
        />
        {sought !== '' && (
          <span class="soft small" role="status">
            {found.length === 0
              ? word(text.ended ? 'artifact_not_found' : 'artifact_not_found_yet')
              : word('artifact_found', found.indexOf(current ?? 0) + 1, found.length)}
          </span>
        )}
        <button type="button" class="plain" aria-pressed={wraps} onClick={() => wrap(!wraps)}>
          {word('artifact_wrap')}
          <kbd aria-hidden="true">w</kbd>
        </button>
      </form>
      <ol
        ref={box}
        class="lines"
        data-wraps={wraps}
        tabIndex={0}
        aria-label={word('artifact_text')}
      >
        {text.lines.map((line, at) => (
          <li key={at} aria-current={at === current ? 'true' : undefined}>
            <Visible text={drawnLine(line)} />
          </li>
        ))}
      </ol>
      {error && <Problem error={error} again={() => void more()} />}
      {!text.ended && error === null && (
        <div class="buttons">
          <button type="button" class="plain" disabled={busy} onClick={() => void more()}>
            {busy ? '…' : word('artifact_more')}
          </button>
          <span class="soft small">
            {word('artifact_of', bytesOf(text.readBytes), bytesOf(sizeBytes))}
          </span>
        </div>
      )}
    </>
  );
}
