import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import type * as z from 'zod/mini';

import { SERVICE_VERBS } from '../../shared/verbs/terminal-verbs.ts';
import {
  done,
  endedEarly,
  failed,
  type Held,
  type Holder,
  type Outcome,
} from '../calls/executor.ts';
import { cleanEnvironment } from '../terminals/clean-environment.ts';
import { folderWithin } from '../terminals/within-roots.ts';
import { Service } from './service.ts';

const LOOK_AT_PORT_MS = 100;
const MAX_TEXT = 6_000;
const SHOWN_LINES = 20;

type Args<V extends keyof typeof SERVICE_VERBS> = z.output<(typeof SERVICE_VERBS)[V]['args']>;
type Ready = NonNullable<Args<'open'>['ready']>;

interface Open {
  readonly service: Service;
  readonly command: string;
  /** Counts from 1. */
  readonly number: number;
}

export interface ServiceSettings {
  /** Folders in which services may run; none: any. */
  readonly roots: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export function createServices(settings: ServiceSettings): Holder {
  const open = new Map<string, Open>();
  let count = 0;

  async function openOne(
    resourceId: string,
    { command, cwd, ready, restart }: Args<'open'>,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const folder = folderWithin(settings.roots, cwd);
    if (!folder.ok) return failed('invalid_params', folder.error);
    if (ready !== undefined && 'port' in ready && (await answers(ready.port))) {
      return failed(
        'invalid_params',
        `ready.port: another program listens on ${ready.port} already.`,
      );
    }
    const environment = cleanEnvironment(settings.environment);
    const service = new Service({ command, cwd: folder.value, environment, restart });
    count += 1;
    open.set(resourceId, { service, command, number: count });
    const isReady =
      ready === undefined ? service.isRunning : await becomesReady(service, ready, signal);
    if (isReady) return done({ resource: resourceId, ready: true, cwd: folder.value });
    open.delete(resourceId);
    await service.close();
    const result = { exit_code: service.exitCode, output: lastText(service, SHOWN_LINES) };
    if (signal.aborted) return endedEarly(signal, { ...result, done_in_part: true });
    return failed('tool_failed', 'The service ended before it was ready.', result);
  }

  return {
    type: 'service',
    adapters: ['process'],
    missing: '',
    opening: ['open'],
    has: (resourceId) => open.has(resourceId),
    async run({ verb, resource_id, args }, signal) {
      if (verb === 'open') return openOne(resource_id, args as Args<'open'>, signal);
      const service = open.get(resource_id)?.service;
      if (service === undefined) return failed('resource_closed', 'This service is closed.');
      if (verb !== 'logs') {
        return failed(
          'unsupported_verb',
          `A service has no ${verb}. It has ${Object.keys(SERVICE_VERBS).join(', ')}.`,
        );
      }
      const { lines, from } = args as Args<'logs'>;
      const { text, ...place } = service.logs(lines, from);
      const cut = from === undefined ? text.slice(-MAX_TEXT) : text.slice(0, MAX_TEXT);
      const { isRunning: running, exitCode: exit_code, restarts } = service;
      return done({
        output: cut,
        truncated: cut.length < text.length,
        ...place,
        running,
        exit_code,
        restarts,
      });
    },
    async close(resourceId) {
      const one = open.get(resourceId);
      open.delete(resourceId);
      await one?.service.close();
    },
    held: () =>
      [...open].map(([resource_id, { service, command, number }]): Held => ({
        resource_id,
        status: 'ready',
        reason: service.isGoingOn ? null : `It ended with ${service.exitCode ?? 'a signal'}.`,
        url: null,
        title: command.slice(0, 500),
        icon: null,
        driver_id: number,
      })),
  };
}

function lastText(service: Service, lines: number): string {
  return service.logs(lines).text.slice(-MAX_TEXT);
}

/** False: it ended before, or the signal did. */
async function becomesReady(service: Service, ready: Ready, signal: AbortSignal): Promise<boolean> {
  if ('port' in ready) {
    while (service.isGoingOn && !signal.aborted) {
      if (await answers(ready.port)) return true;
      await delay(LOOK_AT_PORT_MS);
    }
    return false;
  }
  let looked = 0;
  for (;;) {
    // From the line that was the last: it may have gone on.
    const { text, next } = service.logs(Number.MAX_SAFE_INTEGER, Math.max(0, looked - 1));
    if (text.includes(ready.text)) return true;
    looked = next;
    if (!service.isGoingOn || signal.aborted) return false;
    await once(service.changes, 'change', { signal }).catch(() => undefined);
  }
}

async function answers(port: number): Promise<boolean> {
  const tries = await Promise.all(['127.0.0.1', '::1'].map((host) => connects(host, port)));
  return tries.includes(true);
}

function connects(host: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host, port, timeout: 1_000 });
  const end = (result: boolean): void => {
    socket.destroy();
    resolve(result);
  };
  socket.once('connect', () => end(true));
  socket.once('error', () => end(false));
  socket.once('timeout', () => end(false));
  return promise;
}
