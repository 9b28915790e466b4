import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';

import { steeringShown } from '../../../shared/lib/visible-text.ts';
import { word } from '../../words/word.ts';
import { Dialog } from '../dialog.tsx';
import type { proseBlocks } from './markdown.tsx';
import { placedBlocks, type ProseMark } from './placed-blocks.ts';
import './prose.css';

interface Reader {
  readonly proseBlocks: typeof proseBlocks;
}

/** What reads Markdown is large, and loaded with the first text that is shown. */
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

/** Hosts that a person said yes to, as long as the page lives. */
const known = new Set<string>();

interface ProseProps {
  readonly text: string;
  /** What stands in its place: in the text where they say, in their order. */
  readonly marks?: readonly ProseMark[];
  /** Characters of the whole text, where `text` is its beginning alone; `onWhole` then brings the rest. */
  readonly size?: number;
  readonly onWhole?: () => void;
}

const NONE: readonly ProseMark[] = [];

/** Someone else's text, laid out as it was meant, and nothing in it that acts. */
export function Prose({ text, marks = NONE, size = text.length, onWhole }: ProseProps): VNode {
  const [shown, setShown] = useState(SHOWN_CHARS);
  const [leaving, setLeaving] = useState<URL | null>(null);
  const { value: read } = reader;
  if (read === null) load();
  const cut = text.length > shown ? text.slice(0, shown) : text;
  const blocks = useMemo(
    () =>
      read?.proseBlocks(cut, (event, address) => {
        if (known.has(address.host)) return;
        event.preventDefault();
        setLeaving(address);
      }) ?? null,
    [read, cut],
  );
  return (
    <div class="prose">
      {blocks === null ? (
        <p class="as-written">{steeringShown(cut)}</p>
      ) : (
        placedBlocks(blocks, cut, size, marks)
      )}
      {cut.length < size && (
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
      {leaving && <Leave to={leaving} onClose={() => setLeaving(null)} />}
    </div>
  );
}

/** Before the first leave to a host: where the link leads, whole. */
function Leave({ to, onClose }: { readonly to: URL; readonly onClose: () => void }): VNode {
  return (
    <Dialog title={word('leave_title', to.host === '' ? to.pathname : to.host)} onClose={onClose}>
      <p>{word('leave_text')}</p>
      <pre>{steeringShown(to.href)}</pre>
      <div class="buttons">
        <a
          class="button"
          href={to.href}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => {
            known.add(to.host);
            onClose();
          }}
        >
          {word('leave_go')}
        </a>
        <button type="button" class="plain" onClick={onClose}>
          {word('cancel')}
        </button>
      </div>
    </Dialog>
  );
}
