import type { VNode } from 'preact';

import { FileExample } from '../../parts/file-example.tsx';
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
  /** true: no server exists yet, so the example is open. */
  readonly open: boolean;
}

/** How a server comes in: the file, and lines to paste into it. */
export function McpExample({ file, open }: McpExampleProps): VNode {
  return (
    <FileExample
      title={word('server_add')}
      means={word('tools_empty')}
      file={file}
      example={EXAMPLE}
      open={open}
    />
  );
}
