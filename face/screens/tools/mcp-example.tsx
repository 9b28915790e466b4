import type { VNode } from 'preact';

import { useToast } from '../../store/world.ts';
import { word } from '../../words/word.ts';

const EXAMPLE = `{
  "mcpServers": {
    "files": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/me/notes"]
    }
  }
}`;

/** How a first server comes in. */
export function McpExample(): VNode {
  const toast = useToast();
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(EXAMPLE);
    toast({ text: word('copied'), tone: 'good' });
  }
  return (
    <section class="stack" aria-label="mcp.json">
      <p class="soft">{word('tools_empty')}</p>
      <pre tabIndex={0}>{EXAMPLE}</pre>
      <button type="button" class="plain" onClick={() => void copy()}>
        {word('copy')}
      </button>
    </section>
  );
}
