import type { VNode } from 'preact';

import { Visible } from '../../look/visible.tsx';
import { word } from '../words/word.ts';
import { CopyButton } from './copy-button.tsx';

interface FileExampleProps {
  readonly title: string;
  readonly means: string;
  /** The file that names what there is. */
  readonly file: string;
  /** Lines to paste into it. */
  readonly example: string;
  /** true: nothing exists yet, so the example is open. */
  readonly open: boolean;
}

/** How something comes in that a file names: the file, and lines to paste into it. */
export function FileExample({ title, means, file, example, open }: FileExampleProps): VNode {
  return (
    <details class="mcp" open={open}>
      <summary>{title}</summary>
      <div class="stack">
        <p class="soft">{means}</p>
        <p class="small">
          {word('server_file')}{' '}
          <code>
            <Visible text={file} />
          </code>
        </p>
        <pre tabIndex={0}>{example}</pre>
        <div class="buttons">
          <CopyButton text={example} />
        </div>
      </div>
    </details>
  );
}
