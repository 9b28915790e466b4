import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';

import { steeringShown } from '../../../shared/lib/visible-text.ts';
import { word } from '../../words/word.ts';
import { useLeave } from '../leave.tsx';
import type { proseBlocks } from './markdown.tsx';
import { placedBlocks, type ProseMark } from './placed-blocks.ts';
import './prose.css';

interface Reader {
  readonly proseBlocks: typeof proseBlocks;
}

/** The Markdown reader: large, and loaded with the first text that is shown. */
const reader = signal<Reader | null>(null);
let loading: Promise<void> | null = null;

function load(): void {
  loading ??= import('./markdown.tsx').then(
    (loaded) => void (reader.value = loaded),
    () => void (loading = null),
  );
}

/** Longer texts are shown so far, and further on demand: nobody waits for a megabyte. */
const SHOWN_CHARS = 20_000;

/** Blocks that are drawn in one go; between that and the next the page can do what else waits. */
const AT_ONCE = 150;

interface ProseProps {
  readonly text: string;
  /** Marks in the text, at the places that they name, in their order. */
  readonly marks?: readonly ProseMark[];
  /** Characters of the whole text, where `text` is its beginning alone; `onWhole` then brings the rest. */
  readonly size?: number;
  readonly onWhole?: () => void;
}

const NONE: readonly ProseMark[] = [];

/** Someone else's text, laid out as it was meant, and nothing in it that acts. */
export function Prose({ text, marks = NONE, size = text.length, onWhole }: ProseProps): VNode {
  const [shown, setShown] = useState(SHOWN_CHARS);
  const { onLeave, question } = useLeave();
  const { value: read } = reader;
  if (read === null) load();
  const cut = text.length > shown ? text.slice(0, shown) : text;
  const blocks = useMemo(() => read?.proseBlocks(cut, onLeave) ?? null, [read, cut]);
  const placed = blocks === null ? null : placedBlocks(blocks, cut, size, marks);
  const [drawn, setDrawn] = useState(AT_ONCE);
  const isDrawn = placed === null || placed.length <= drawn;
  useEffect(() => {
    if (isDrawn) return undefined;
    const next = setTimeout(() => setDrawn(drawn + AT_ONCE));
    return () => clearTimeout(next);
  }, [isDrawn, drawn]);
  return (
    <div class="prose">
      {placed === null ? <p class="as-written">{steeringShown(cut)}</p> : placed.slice(0, drawn)}
      {isDrawn && cut.length < size && (
        <button
          type="button"
          class="plain"
          onClick={() => {
            setShown(shown * 4);
            if (text.length < size) onWhole?.();
          }}
        >
          {word('prose_more', size - cut.length)}
        </button>
      )}
      {question}
    </div>
  );
}
