import { describe, expect, it } from 'vitest';

import type { McpServer } from '../../../conductor/src/tool-servers/connection.ts';
import { createLazyServer } from '../../../conductor/src/tool-servers/lazy-connection.ts';
import type { ServerConfig } from '../../../conductor/src/tool-servers/server-config.ts';
import { ok } from '../../../shared/lib/result.ts';

const CONFIG: ServerConfig = {
  command: 'files',
  args: [],
  env: {},
  disabled: false,
  timeoutMs: 1_000,
  trust: 'hints',
  risk: {},
};

const log = { debug: () => undefined, warn: () => undefined };

/** A lazy server, and how its code comes, or does not. */
function lazy(): {
  readonly server: McpServer;
  readonly loads: readonly PromiseWithResolvers<void>[];
  readonly closes: readonly string[];
} {
  const loads: PromiseWithResolvers<void>[] = [];
  const closes: string[] = [];
  const real: McpServer = {
    state: () => 'ready',
    error: () => null,
    restarts: () => 0,
    pid: () => 7,
    lastWords: () => '',
    toolCount: () => 0,
    known: () => null,
    tools: async () => ok([]),
    close: async () => {
      closes.push('closed');
    },
  };
  const server = createLazyServer(['files', CONFIG, log, '1.0.0', 1_000], async () => {
    const load = Promise.withResolvers<void>();
    loads.push(load);
    await load.promise;
    return { createMcpServer: () => real };
  });
  return { server, loads, closes };
}

const tooManyFiles = new Error('EMFILE: too many open files');

const downBecause = (reason: string) => ({
  ok: false,
  error: {
    code: 'tool_unavailable',
    text: `The tool server files cannot be reached: ${reason}`,
  },
});

const CANNOT_LOAD = 'its code cannot be loaded; the log says why';

describe('a server whose code cannot be loaded', () => {
  it('tells so all who ask, and is there once the code can be loaded', async () => {
    const { server, loads } = lazy();
    const both = [server.tools(), server.tools()];
    expect(server.state()).toBe('starting');
    loads[0]?.reject(tooManyFiles);
    expect(await Promise.all(both)).toEqual([downBecause(CANNOT_LOAD), downBecause(CANNOT_LOAD)]);
    expect([server.state(), server.error()]).toEqual(['idle', CANNOT_LOAD]);

    const again = server.tools();
    loads[1]?.resolve();
    expect(await again).toEqual(ok([]));
    expect([server.state(), server.error()]).toEqual(['ready', null]);
    expect(loads).toHaveLength(2);
  });

  it('closes all the same', async () => {
    const { server, loads, closes } = lazy();
    const asked = server.tools();
    loads[0]?.reject(tooManyFiles);
    await asked;
    await server.close();
    expect(closes).toEqual([]);
    expect(await server.tools()).toEqual(downBecause('it is not running'));
    expect(loads).toHaveLength(1);
  });

  it('closes while it is loaded', async () => {
    const { server, loads } = lazy();
    const asked = server.tools();
    const closing = server.close();
    loads[0]?.reject(tooManyFiles);
    await closing;
    expect(await asked).toEqual(downBecause('it is not running'));
  });
});

describe('a server that is closed', () => {
  it('while its code is loaded is closed as soon as it is there', async () => {
    const { server, loads, closes } = lazy();
    const asked = server.tools();
    const closing = server.close();
    loads[0]?.resolve();
    await closing;
    expect(closes).toEqual(['closed']);
    expect(await asked).toEqual(downBecause('it is not running'));
  });

  it('before anyone asked loads nothing', async () => {
    const { server, loads } = lazy();
    await server.close();
    expect(loads).toEqual([]);
  });
});
