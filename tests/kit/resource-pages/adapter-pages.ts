import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { FrameOf } from '../../../shared/protocol/index.ts';
import { BareConductor } from '../bare-conductor.ts';
import { startWorkerProcess } from '../running-worker.ts';
import { beginWorkWorld, startWorkSite, type WorkSite } from './work-world.ts';

/** All that work in pages: the shipped extension in each browser, and a worker in its own. */
export const ADAPTERS = ['chromium tab', 'firefox tab', 'cdp', 'bidi'] as const;
export type Adapter = (typeof ADAPTERS)[number];

type Result = FrameOf<'tool.result'>;
type File = FrameOf<'tool.call'>['attachments'][number];

/** A page that an executor opened for a chat. */
export interface AdapterPage {
  readonly url: string;
  ask(verb: string, args?: object, files?: readonly File[]): Promise<Result>;
  /** The variable `log` of the page, as text, as it stands after the last event. */
  log(): string | undefined;
  close(): void;
}

export interface AdapterWorld {
  readonly site: WorkSite;
  open(html: string): Promise<AdapterPage>;
  end(): Promise<void>;
}

/** Tells the site of each change of `log` before the event that made it is over. */
const TELLS_LOG = `<script>{ let kept;
  const tell = () => trace(encodeURIComponent('log ' + String(kept)));
  Object.defineProperty(window, 'log', { configurable: true, get: () => kept, set(value) {
    kept = new Proxy(value, { set(list, at, one) { list[at] = one; tell(); return true; } }); tell(); } }); }</script>`;

interface Executor {
  readonly conductor: BareConductor;
  readonly site: WorkSite;
  end(): Promise<void>;
}

/** An executor as it runs for people, and the end of the wire that it is asked from. */
export async function openAdapter(adapter: Adapter): Promise<AdapterWorld> {
  const executor = await startExecutor(adapter);
  const { conductor, site } = executor;
  // Whatever is asked here was judged, as sending what stands in a page's password too.
  const expect = { origin: site.origin, sends_secret: true };
  const where = adapter.endsWith('tab') ? 'tab' : adapter;
  let names = 0;
  async function ensure(
    html: string,
  ): Promise<{ readonly resource: string; readonly url: string }> {
    const resource = `browser_chat_${(names += 1)}`;
    const url = site.add(html);
    const opened = await conductor.call('browser.ensure', resource, { url, in: where }, { expect });
    if (!opened.ok) throw new Error(`${opened.error_code}: ${opened.error_message}`);
    return { resource, url };
  }
  // A worker's browser ends with its last page, and would begin anew for each that is opened here.
  await ensure('');
  return {
    site,
    end: () => executor.end(),
    async open(html) {
      site.traces.length = 0;
      const { resource, url } = await ensure(TELLS_LOG + html);
      return {
        url,
        ask: (verb, asked = {}, files = []) =>
          conductor.call(
            `browser.${verb}`,
            resource,
            { ...asked },
            { expect, attachments: [...files] },
          ),
        log: () =>
          site.traces
            .map((trace) => decodeURIComponent(trace))
            .findLast((trace) => trace.startsWith('log '))
            ?.slice('log '.length),
        close: () => conductor.send({ type: 'resource.close', resource_id: resource }),
      };
    },
  };
}

async function startExecutor(adapter: Adapter): Promise<Executor> {
  if (adapter === 'cdp' || adapter === 'bidi') return startWorker();
  const world = await beginWorkWorld(adapter === 'chromium tab' ? 'chromium' : 'firefox');
  await world.allow(world.site.origin);
  return world;
}

async function startWorker(): Promise<Executor> {
  const dir = mkdtempSync(join(tmpdir(), 'baton-adapter-'));
  const servers: Server[] = [];
  const site = await startWorkSite(servers);
  const conductor = new BareConductor();
  const conductorDir = join(dir, 'conductor');
  await conductor.listen(conductorDir);
  const told = { conductorDir, code: 'code', caps: ['browser'] };
  const worker = startWorkerProcess(join(dir, 'data'), told);
  await conductor.first('resource.report');
  return {
    conductor,
    site,
    async end() {
      await worker.stop();
      await conductor.close();
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
