import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import type { PageCommand, PageMessage } from '../../../extension/messages/page-messages.ts';
import type { BrowserName } from '../../../launcher/find-browser.ts';
import { launchBrowser, type LaunchOptions, type TestBrowser } from '../browsers.ts';
import type { LabCall, LabOrder } from './lab-content.ts';
import { writeLabExtension } from './lab-extension.ts';

/** A real browser with the test extension in it. */
export interface Lab {
  readonly browser: TestBrowser;
  open(url: string): Promise<LabPage>;
  close(): Promise<void>;
}

export async function openLab(name: BrowserName, hosts: LaunchOptions['hosts'] = {}): Promise<Lab> {
  const dir = await mkdtemp(join(tmpdir(), `baton-lab-${name}-`));
  const extensionDir = join(dir, 'extension');
  await writeLabExtension(name, extensionDir);
  const browser = await launchBrowser(name, {
    extensionDir,
    profileDir: join(dir, 'profile'),
    ...(hosts !== undefined && { hosts }),
  });
  return {
    browser,
    open: async (url) => {
      const page = new LabPage(await browser.newPage(url));
      await page.ready();
      return page;
    },
    close: async () => {
      await browser.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Longer than a page that is there takes to answer. */
const ASKED_AGAIN_AFTER_MS = 2_000;

/** A page, with a line into the extension's world in it. */
export class LabPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async call<Answer>(call: LabCall): Promise<Answer> {
    const answer = await this.page.evaluate(
      (labCall) =>
        new Promise<string>((resolve) => {
          const id = Math.random();
          const listener = (
            event: MessageEvent<{ labAnswer?: string; id?: number } | null>,
          ): void => {
            if (event.data?.labAnswer === undefined || event.data.id !== id) return;
            window.removeEventListener('message', listener);
            resolve(event.data.labAnswer);
          };
          window.addEventListener('message', listener);
          window.postMessage({ labCall, id }, '*');
        }),
      call,
    );
    return JSON.parse(answer) as Answer;
  }

  order<Answer>(message: LabOrder): Promise<Answer> {
    return this.call({ act: 'background', message });
  }

  command<Answer>(command: PageCommand): Promise<Answer> {
    return this.order({ order: 'command', command });
  }

  log(): Promise<PageMessage[]> {
    return this.order({ order: 'log' });
  }

  /** The log, once `enough` is true of it. */
  async until(enough: (log: readonly PageMessage[]) => boolean): Promise<readonly PageMessage[]> {
    const giveUpAt = Date.now() + 30_000;
    for (;;) {
      const log = await this.#logOrNothing();
      if (enough(log)) return log;
      if (Date.now() > giveUpAt)
        throw new Error(`never came; heard last: ${JSON.stringify(log.slice(-5))}`);
    }
  }

  /** The log; empty where a load of the page swallowed the question. */
  async #logOrNothing(): Promise<readonly PageMessage[]> {
    const late = AbortSignal.timeout(ASKED_AGAIN_AFTER_MS);
    const lost = new Promise<[]>((resolve) => {
      late.addEventListener('abort', () => resolve([]));
    });
    return Promise.race([this.log().catch(() => lost), lost]);
  }

  async ready(): Promise<void> {
    await this.until((log) => log.some((each) => each.kind === 'page.state' && each.state.ready));
  }
}
