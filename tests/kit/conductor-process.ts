import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { ConductorAdmin } from '../../launcher/conductor-admin.ts';
import { connectConductorAdmin } from '../../launcher/conductor-admin.ts';
import type { Service } from '../../launcher/start-service.ts';
import { startService } from '../../launcher/start-service.ts';
import { beginDataDir } from './migrated-database.ts';

export interface ConductorProcessOptions {
  /** Default: a new folder, removed by `dispose`. A given one is left where it is. */
  readonly dataDir?: string;
  /** Default: a free one. */
  readonly port?: number;
  /** Further flags, for example `['--lease-ms', '500']`. */
  readonly args?: readonly string[];
}

/** The real conductor in a process of its own, as `npm run conductor` starts it. */
export interface ConductorProcess {
  /** Stays the same over restarts, as browsers remember it. */
  readonly url: string;
  readonly dataDir: string;
  readonly logFile: string;
  readonly pid: number;
  readonly admin: ConductorAdmin;
  /** Asks as the person's own programs do; gives the JSON of the answer, also of a refusal. */
  ask(method: string, path: string, body?: object): Promise<unknown>;
  /** Ends it in order. */
  stop(): Promise<void>;
  /** `kill -9`; resolves when it is gone. */
  kill9(): Promise<void>;
  /** Starts it again on the same data and port; it must have been ended. */
  start(): Promise<void>;
  /** Rows of the database as they are on disk now, read-only, whether the conductor runs or not. */
  query(sql: string, ...params: readonly (string | number | null)[]): Record<string, unknown>[];
  /** Ends it where it runs and removes the data it made. */
  dispose(): Promise<void>;
}

export async function startConductorProcess(
  options: ConductorProcessOptions = {},
): Promise<ConductorProcess> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'baton-conductor-'));
  if (options.dataDir === undefined) beginDataDir(dataDir);
  const logFile = join(dataDir, 'log', 'conductor.log');
  const launch = (port: number): Promise<Service> =>
    startService({
      name: 'The conductor',
      entry: 'conductor/src/main.ts',
      args: [
        '--json',
        '--port',
        String(port),
        '--data-dir',
        dataDir,
        '--pacing',
        'off',
        ...(options.args ?? []),
      ],
      logFile,
    });

  const forget = (): void => {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  let service = await launch(options.port ?? 0).catch((error: unknown) => {
    forget();
    throw error;
  });
  const url = service.url;
  const port = Number(new URL(url).port);

  return {
    url,
    dataDir,
    logFile,
    get pid() {
      return service.pid;
    },
    admin: connectConductorAdmin(url, dataDir),
    async ask(method, path, body) {
      const secret = readFileSync(join(dataDir, 'admin-secret'), 'utf8').trim();
      const response = await fetch(new URL(path, url), {
        method,
        headers: {
          authorization: `Bearer ${secret}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return response.json();
    },
    stop: () => service.stop(),
    kill9: () => service.kill(),
    start: async () => {
      service = await launch(port);
    },
    query: (sql, ...params) => {
      const database = new Database(join(dataDir, 'baton.db'), { readonly: true });
      try {
        return database.prepare<unknown[], Record<string, unknown>>(sql).all(...params);
      } finally {
        database.close();
      }
    },
    dispose: async () => {
      await service.stop();
      forget();
    },
  };
}
