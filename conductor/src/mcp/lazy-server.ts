import { err } from '../../../shared/lib/result.ts';
import type { createMcpServer, McpServer } from './mcp-server.ts';

/**
 * A server whose code, and the SDK with it, is loaded when it is first asked for its tools: many conductors never do,
 * and it is a good part of their start and of their memory.
 */
export function createLazyServer(...how: Parameters<typeof createMcpServer>): McpServer {
  const [name] = how;
  let made: McpServer | null = null;
  let making: Promise<McpServer> | null = null;
  let closed = false;

  async function make(): Promise<McpServer> {
    const { createMcpServer: create } = await import('./mcp-server.ts');
    made = create(...how);
    return made;
  }

  return {
    state: () => made?.state() ?? (making === null ? 'idle' : 'starting'),
    error: () => made?.error() ?? null,
    restarts: () => made?.restarts() ?? 0,
    toolCount: () => made?.toolCount() ?? null,
    async tools() {
      if (closed) {
        const text = `The tool server ${name} cannot be reached: it is not running`;
        return err({ code: 'tool_unavailable', text });
      }
      making ??= make();
      return (await making).tools();
    },
    async close() {
      closed = true;
      await (await making)?.close();
    },
  };
}
