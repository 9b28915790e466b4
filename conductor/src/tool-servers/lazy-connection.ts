import { err } from '../../../shared/lib/result.ts';
import type { createMcpServer, McpServer } from './connection.ts';

interface Code {
  readonly createMcpServer: typeof createMcpServer;
}

const CANNOT_LOAD = 'its code cannot be loaded; the log says why';

/**
 * A server whose code, and the SDK with it, is loaded when it is first asked for its tools: many conductors never do,
 * and it is a good part of their start and of their memory. Where loading fails there are no tools, and whoever asks
 * next has it tried again.
 */
export function createLazyServer(
  how: Parameters<typeof createMcpServer>,
  load: () => Promise<Code> = () => import('./connection.ts'),
): McpServer {
  const [name, , log] = how;
  let made: McpServer | null = null;
  /** Connection being made; resolves with null where the code could not be loaded. */
  let making: Promise<McpServer | null> | null = null;
  let fault: string | null = null;
  let closed = false;

  async function make(): Promise<McpServer | null> {
    try {
      const { createMcpServer: create } = await load();
      made = create(...how);
      fault = null;
    } catch (cause) {
      making = null;
      fault = CANNOT_LOAD;
      log.warn({ err: cause, server: name }, 'the code for tool servers cannot be loaded');
    }
    return made;
  }

  return {
    state: () => made?.state() ?? (making === null ? 'idle' : 'starting'),
    error: () => made?.error() ?? fault,
    restarts: () => made?.restarts() ?? 0,
    toolCount: () => made?.toolCount() ?? null,
    pid: () => made?.pid() ?? null,
    lastWords: () => made?.lastWords() ?? '',
    known: () => made?.known() ?? null,
    async tools() {
      if (!closed) making ??= make();
      const server = closed ? null : await making;
      if (server !== null && !closed) return server.tools();
      const reason = closed ? 'it is not running' : CANNOT_LOAD;
      const text = `The tool server ${name} cannot be reached: ${reason}`;
      return err({ code: 'tool_unavailable', text });
    },
    async close() {
      closed = true;
      await (await making)?.close();
    },
  };
}
