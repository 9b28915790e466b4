import { build } from 'esbuild';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Page } from 'puppeteer-core';

import type {
  ResourceAnswer,
  ResourceAsk,
  ResourceRequest,
} from '../../../extension/messages/resource-messages.ts';
import type { BrowserName } from '../../../launcher/find-browser.ts';
import { launchBrowser, type TestBrowser } from '../browsers.ts';

const ENTRY = new URL('content-entry.ts', import.meta.url).pathname;
const MATCHES = ['http://*.localhost/*'];

/** A browser with the script that works in tabs, in every frame of every page of ours. */
export interface ResourceLab {
  readonly browser: TestBrowser;
  /** A page of that HTML, at an address of its own. */
  readonly open: (html: string) => Promise<ResourceLabPage>;
  /** The address under which a page of that HTML is found at another origin. */
  readonly elsewhere: (html: string) => string;
  readonly close: () => Promise<void>;
}

export async function openResourceLab(name: BrowserName): Promise<ResourceLab> {
  const dir = mkdtempSync(join(tmpdir(), `baton-resources-${name}-`));
  const extensionDir = join(dir, 'extension');
  mkdirSync(extensionDir);
  const bundled = await build({ entryPoints: [ENTRY], bundle: true, write: false, format: 'iife' });
  writeFileSync(join(extensionDir, 'resource.js'), bundled.outputFiles[0]?.text ?? '');
  writeFileSync(join(extensionDir, 'manifest.json'), JSON.stringify(manifest(name)));

  const pages: string[] = [];
  const server = createServer((request, response) => {
    const html = pages[Number((request.url ?? '').slice(1))];
    response.writeHead(html === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
    });
    response.end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const browser = await launchBrowser(name, { extensionDir, profileDir: join(dir, 'profile') });
  const serve = (html: string, host: string): string =>
    `http://${host}.localhost:${port}/${pages.push(html) - 1}`;
  let page: Page | null = null;
  return {
    browser,
    elsewhere: (html) => serve(html, 'elsewhere'),
    open: async (html) => {
      const url = serve(`<!doctype html><title>Page</title>${html}`, 'resource');
      page ??= await browser.newPage();
      await page.goto(url);
      return new ResourceLabPage(page);
    },
    close: async () => {
      await browser.close();
      server.closeAllConnections();
      server.close();
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function manifest(browser: BrowserName): object {
  const scripts = [
    {
      matches: MATCHES,
      js: ['resource.js'],
      run_at: 'document_start',
      all_frames: true,
      match_about_blank: true,
    },
  ];
  const common = { name: 'Resource lab', version: '1', content_scripts: scripts };
  return browser === 'chromium'
    ? { ...common, manifest_version: 3, host_permissions: MATCHES }
    : {
        ...common,
        manifest_version: 2,
        permissions: MATCHES,
        browser_specific_settings: { gecko: { id: 'baton@baton.invalid' } },
      };
}

export interface LabRequestOptions {
  readonly frame?: Frame;
  readonly prefix?: string;
  readonly firstRef?: number;
  readonly callId?: string;
  readonly expect?: ResourceRequest['expect'];
}

let calls = 0;

/** A page, with a line into the extension's world in it. */
export class ResourceLabPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Returns the answer; for an act, its outcome once the page rests. */
  async run(ask: ResourceAsk, options: LabRequestOptions = {}): Promise<ResourceAnswer> {
    const { callId = `call_${++calls}` } = options;
    const answer = await this.#run(ask, { ...options, callId });
    const isDone = answer.ok && 'done' in answer.result;
    if (!isDone) return answer;
    return this.#run({ verb: 'settle', args: { call_id: callId } }, { ...options, callId });
  }

  async #run(
    ask: ResourceAsk,
    options: LabRequestOptions & { readonly callId: string },
  ): Promise<ResourceAnswer> {
    const { frame, prefix = '', firstRef = 1, callId } = options;
    const request: ResourceRequest = {
      ...ask,
      call_id: callId,
      prefix,
      first_ref: firstRef,
      expect: options.expect ?? null,
    };
    return (await this.#ask(request, frame)) as ResourceAnswer;
  }

  async path(frame: Frame): Promise<number[]> {
    return (await this.#ask('path', frame)) as number[];
  }

  /** Returns the result; a refusal throws. */
  async get<Result>(ask: ResourceAsk, options?: LabRequestOptions): Promise<Result> {
    const answer = await this.run(ask, options);
    if (!answer.ok) throw new Error(`${answer.error_code}: ${answer.error_message}`);
    return answer.result as Result;
  }

  async #ask(labAsk: object | 'path', frame: Frame | undefined): Promise<unknown> {
    const json = await (frame ?? this.page).evaluate(
      (asked) =>
        new Promise<string>((resolve) => {
          const id = Math.random();
          const listener = ({ data }: MessageEvent<{ labAnswer?: string; id?: number }>): void => {
            if (data.labAnswer === undefined || data.id !== id) return;
            window.removeEventListener('message', listener);
            resolve(data.labAnswer);
          };
          window.addEventListener('message', listener);
          window.postMessage({ labAsk: asked, id }, '*');
        }),
      labAsk,
    );
    const answer = JSON.parse(json) as unknown;
    if (Object.hasOwn(Object(answer) as object, 'threw')) throw new Error(json);
    return answer;
  }
}
