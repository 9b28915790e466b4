import type { VNode } from 'preact';

import { CopyButton } from '../../parts/copy-button.tsx';
import { Visible } from '../../../look/visible.tsx';
import { word } from '../../words/word.ts';

const EXAMPLE = `{
  "mcpServers": {
    "files": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/me/notes"]
    }
  }
}`;

interface McpExampleProps {
  /** Where servers are named. */
  readonly file: string;
  /** There is none yet. */
  readonly open: boolean;
}

/** How a server comes in: the file, and lines to paste into it. */
export function McpExample({ file, open }: McpExampleProps): VNode {
  return (
    <details class="mcp" open={open}>
      <summary>{word('server_add')}</summary>
      <div class="stack">
        <p class="soft">{word('tools_empty')}</p>
        <p class="small">
          {word('server_file')}{' '}
          <code>
            <Visible text={file} />
          </code>
        </p>
        <pre tabIndex={0}>{EXAMPLE}</pre>
        <div class="buttons">
          <CopyButton text={EXAMPLE} />
        </div>
      </div>
    </details>
  );
}
