import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from 'puppeteer-core';

import { buildExtension } from '../../launcher/build-extension.ts';
import type { BrowserName } from '../../launcher/find-browser.ts';
import { pairBrowser } from '../../launcher/pair-browser.ts';
import { waitUntil } from '../../launcher/wait-until.ts';
import { launchBrowser, type TestBrowser } from './browsers.ts';
import { chatgptSite } from './chatgpt-stand-in/start-chatgpt-stand-in.ts';
import { type ConductorProcess, startConductorProcess } from './conductor-process.ts';
import { startRecordingBridge } from './recording-bridge.ts';
import type { Site } from './stand-in/site.ts';
import type { StandIn } from './stand-in/start-stand-in.ts';

const LIMIT_MS = 60_000;

/** The demo of the scripted assistant: replies it gives, and how many of them act. */
export const DEMO = { replies: 4, toolTurns: 3 } as const;

/** Acts of a test at one site, and its views of it. */
export interface WorldAtSite {
  readonly site: StandIn;
  /** The name on the wire. */
  readonly platform: string;
  /** Opens a conversation as a person does and waits until the conductor watches it. */
  readonly open: (conversationId: string) => Promise<Page>;
  /** Opens the page that starts a new conversation. */
  readonly openNew: () => Promise<Page>;
  readonly setMode: (conversationId: string, mode: 'auto' | 'manual' | 'paused') => Promise<void>;
  /** Types and sends as a person does. */
  readonly say: (page: Page, text: string) => Promise<void>;
  /** The conversation as the conductor knows it. */
  readonly conversation: (conversationId: string) => Record<string, unknown> | undefined;
  /** Jobs of one conversation, oldest first. */
  readonly jobs: (conversationId: string) => Record<string, unknown>[];
  /** Texts that the site received in one conversation, in order. */
  readonly received: (conversationId: string) => string[];
  /** Resolves when that many replies of the conversation were observed and all its jobs are finalized. */
  readonly settled: (conversationId: string, replies: number) => Promise<void>;
}

/** Everything real and together: the site, the conductor's process, a browser with the shipped extension. */
export interface ChatWorld extends WorldAtSite {
  /** The same at one of the sites it was given; without it, all is at the first. */
  readonly at: (site: Site) => WorldAtSite;
  readonly standIns: readonly StandIn[];
  readonly conductor: ConductorProcess;
  /** Every frame and body that passed between browser and conductor. */
  readonly heard: readonly string[];
  /** When each of them passed, by `performance.now()`. */
  readonly heardAtMs: readonly number[];
  /** The one running now. */
  readonly browser: TestBrowser;
  readonly until: (what: string, ask: () => boolean | Promise<boolean>) => Promise<void>;
  /** The socket between browser and conductor is lost; the browser may connect again. */
  readonly cutLink: () => void;
  /** The browser hears nothing of the conductor until what this returns is called. */
  readonly holdBack: () => () => void;
  /** Ends the browser, in order or by force, and starts it again on the same profile. */
  readonly restartBrowser: (how: 'close' | 'kill') => Promise<void>;
  /** One more browser, with a profile of its own, paired with the same conductor. */
  readonly join: (name: BrowserName) => Promise<TestBrowser>;
  readonly dispose: () => Promise<void>;
}

export interface WorldOptions {
  /** Which site the world has. Default: ChatGPT. */
  readonly site?: Site;
  /** Further sites, reached with `at`. */
  readonly alsoAt?: readonly Site[];
  readonly conductorArgs?: readonly string[];
  /** A data folder of the caller's own, for files that must be there before it starts. */
  readonly conductor?: { readonly dataDir: string };
  readonly language?: string;
  /** Default true: the browser is paired when the world stands. */
  readonly paired?: boolean;
}

export async function createChatWorld(
  name: BrowserName,
  options: WorldOptions = {},
): Promise<ChatWorld> {
  const first = options.site ?? chatgptSite();
  const sites = [first, ...(options.alsoAt ?? [])];
  const [extensionDir, standIns, conductor] = await Promise.all([
    buildExtension(name),
    Promise.all(sites.map((site) => site.start())),
    startConductorProcess({
      args: ['--log-level', 'debug', ...(options.conductorArgs ?? [])],
      ...options.conductor,
    }),
  ]);
  const profileDirs: string[] = [];
  const newProfile = (): string => {
    const dir = mkdtempSync(join(tmpdir(), 'baton-profile-'));
    profileDirs.push(dir);
    return dir;
  };
  const profileDir = newProfile();
  const hosts = Object.fromEntries(
    sites.flatMap(({ host, isPlain }, index) =>
      isPlain === true ? [] : [[host, standIns[index]?.port ?? 0]],
    ),
  );
  const launch = () =>
    launchBrowser(name, {
      extensionDir,
      profileDir,
      hosts,
      ...(options.language !== undefined && { language: options.language }),
    });
  let browser = await launch();
  const others: TestBrowser[] = [];
  const bridge = await startRecordingBridge(conductor.url);
  const pair = (started: TestBrowser): Promise<string> =>
    pairBrowser(started, {
      ...conductor.admin,
      // The browser knows the conductor by the address of the recorder.
      async offerPairing() {
        const offer = await conductor.admin.offerPairing();
        return { ...offer, link: offer.link.replace(conductor.url, bridge.url) };
      },
    });
  if (options.paired !== false) await pair(browser);

  const at = (face: Site): WorldAtSite => {
    const site = standIns[sites.indexOf(face)];
    if (site === undefined) throw new Error(`the world was made without ${face.host}`);
    return atSite({ face, site, conductor, newPage: (url) => browser.newPage(url) });
  };
  return {
    ...at(first),
    at,
    standIns,
    conductor,
    heard: bridge.heard,
    heardAtMs: bridge.heardAtMs,
    get browser() {
      return browser;
    },
    until,
    cutLink: () => bridge.cut(),
    holdBack: () => bridge.holdBack(),
    async restartBrowser(how) {
      await (how === 'close' ? browser.close() : browser.kill());
      browser = await launch();
    },
    async join(other) {
      const joined = await launchBrowser(other, {
        extensionDir: await buildExtension(other),
        profileDir: newProfile(),
        hosts,
      });
      others.push(joined);
      await pair(joined);
      return joined;
    },
    async dispose() {
      await Promise.all([browser, ...others].map((one) => one.close()));
      await bridge.close();
      await Promise.all([conductor.dispose(), ...standIns.map((site) => site.close())]);
      for (const dir of profileDirs) rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Parts {
  readonly face: Site;
  readonly site: StandIn;
  readonly conductor: ConductorProcess;
  readonly newPage: (url: string) => Promise<Page>;
}

function atSite({ face, site, conductor, newPage }: Parts): WorldAtSite {
  const plainHost = `${face.host}:${site.port}`;
  const origin = face.isPlain === true ? `http://${plainHost}` : `https://${face.host}`;
  const platform = face.isPlain === true ? `${face.platform}:${plainHost}` : face.platform;
  async function openAt(path: string): Promise<Page> {
    const page = await newPage(`${origin}${path}`);
    await page.waitForSelector(face.composer);
    return page;
  }
  const world: WorldAtSite = {
    site,
    platform,
    async open(conversationId) {
      const page = await openAt(face.conversationPath(conversationId));
      await until(
        `conversation ${conversationId} to be watched`,
        () => world.conversation(conversationId) !== undefined,
      );
      return page;
    },
    openNew: () => openAt(face.newChatPath),
    async setMode(conversationId, mode) {
      const id = world.conversation(conversationId)?.['local_conversation_id'];
      await conductor.admin.setMode(String(id), mode);
    },
    async say(page, text) {
      await page.bringToFront();
      await page.click(face.composer);
      await page.keyboard.type(text);
      await page.waitForSelector(face.readyToSend);
      await page.keyboard.press('Enter');
    },
    conversation: (id) =>
      conductor.query(
        `select c.* from conversations c left join conversation_aliases a on a.conversation_key = c.conversation_key
         where ? in (c.conversation_key, a.alias_key)`,
        `${platform}/${id}`,
      )[0],
    jobs: (id) =>
      conductor.query(
        'select * from delivery_jobs where conversation_key = ? order by created_at',
        String(world.conversation(id)?.['conversation_key']),
      ),
    received: (id) =>
      site
        .log()
        .filter((message) => message.conversation_id === id)
        .map((message) => message.text),
    settled: (id, replies) =>
      until(`${replies} replies and every job finalized`, () => {
        const [anchors] = conductor.query(
          'select count(*) as n from message_anchors where conversation_key = ?',
          String(world.conversation(id)?.['conversation_key']),
        );
        const ended = world.jobs(id).every((job) => job['status'] === 'finalized');
        return anchors?.['n'] === replies && ended;
      }),
  };
  return world;
}

async function until(what: string, ask: () => boolean | Promise<boolean>): Promise<void> {
  await waitUntil(what, LIMIT_MS, async () => ((await ask()) ? true : null));
}
