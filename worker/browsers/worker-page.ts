import type { Dialog, Frame, Page } from 'puppeteer-core';

import type { FrameThere, PageCounts } from '../../extension/page-work/page-host.ts';
import type {
  ResourceAnswer,
  ResourcePart,
  ResourceRequest,
} from '../../extension/messages/resource-messages.ts';
import { SecretValues } from '../../shared/lib/secret-values.ts';
import { answerWithin } from './answer-within.ts';

/** A frame that the script is in, and its place among the windows of the page. */
export interface ReachedFrame extends FrameThere {
  readonly frame: Frame;
}

/** Returns the script for each frame, or a part of it; the first script in a document stays. */
export type PageScripts = (name: 'page' | ResourcePart) => string;

/** Runs functions where the page's own scripts cannot see them. */
interface Realm {
  evaluate(script: string): Promise<unknown>;
}

export interface DialogAnswer {
  readonly accept: boolean;
  readonly text?: string | undefined;
}

export interface SeenDialog {
  readonly kind: string;
  readonly message: string;
  readonly accepted: boolean;
}

const MAX_MESSAGE = 500;
/** Windows that nobody has asked about yet; more are closed at once. */
const MAX_POPUPS = 20;
/** The browser may have kept one from opening. */
const OPENED_WITHIN_MS = 3_000;

/** One page of a worker's browser. */
export class WorkerPage {
  readonly page: Page;
  readonly #scripts: PageScripts;
  /** How the next dialog is answered; without it, it is dismissed. */
  nextAnswer: DialogAnswer | null = null;
  #dialogs: SeenDialog[] = [];
  #popups: WorkerPage[] = [];
  /** Windows that it is about to open, of which nothing else is known yet. */
  #opening = 0;
  #came = Promise.withResolvers<void>();
  readonly #watching: Promise<void>;
  #targetId: string | null = null;
  /** Values in its pages that are never reported. */
  readonly secrets = new SecretValues();
  counts: PageCounts = { nextRef: 1, snapshots: 0, shown: null };

  constructor(page: Page, scripts: PageScripts) {
    this.page = page;
    this.#scripts = scripts;
    page.on('dialog', (dialog) => void this.#answer(dialog).catch(() => undefined));
    page.on('popup', (popup) => {
      if (popup === null) return;
      // Its dialogs are answered from its beginning on.
      const opened = new WorkerPage(popup, scripts);
      if (this.#popups.length < MAX_POPUPS) this.#popups.push(opened);
      else opened.close();
      this.#opening = Math.max(0, this.#opening - 1);
      if (this.#opening === 0) this.#came.resolve();
    });
    // Over BiDi a window is told of at once, and there is no such session.
    this.#watching = this.#watchWindows().catch(() => undefined);
  }

  /**
   * A window is told of some round trips after the act that opened it. That one is about to open is told before the act
   * has ended.
   */
  async #watchWindows(): Promise<void> {
    const session = await this.page.createCDPSession();
    session.on('Page.windowOpen', () => {
      if (this.#opening === 0) this.#came = Promise.withResolvers<void>();
      this.#opening += 1;
    });
    const [{ targetInfo }] = await Promise.all([
      session.send('Target.getTargetInfo'),
      session.send('Page.enable'),
    ]);
    this.#targetId = targetInfo.targetId;
  }

  /** The page's id in Chromium's `/json/list`; null over BiDi. */
  async targetId(): Promise<string | null> {
    await this.#watching;
    return this.#targetId;
  }

  /** Takes the dialogs since the last call. */
  takeDialogs(): readonly SeenDialog[] {
    return this.#dialogs.splice(0);
  }

  /** The windows that it opened since this was asked last. Whoever asks holds them, or closes them. */
  async takePopups(): Promise<readonly WorkerPage[]> {
    if (this.#opening > 0) {
      await answerWithin(OPENED_WITHIN_MS, this.#came.promise);
      this.#opening = 0;
    }
    return this.#popups.splice(0);
  }

  close(): void {
    void this.page.close().catch(() => undefined);
  }

  /** The page and its frames of the same origin: nobody was asked about another, and a page may frame what it likes. */
  async reach(part: ResourcePart | null): Promise<readonly ReachedFrame[]> {
    await this.#watching;
    const reached = await Promise.all(this.page.frames().map((frame) => this.#enter(frame, part)));
    const top = reached.find((one) => one?.path.length === 0);
    const isSame = (one: ReachedFrame): boolean =>
      // guard: worker-own-frames
      one === top || (one.origin !== 'null' && one.origin === top?.origin);
    return reached.filter((one) => one !== null && isSame(one)) as ReachedFrame[];
  }

  /** Rejects when the frame goes to another document: over BiDi no answer would come then, and no fault. */
  async ask(frame: Frame, request: ResourceRequest): Promise<ResourceAnswer> {
    const left = Promise.withResolvers<never>();
    const look = (moved: Frame): void => {
      if (moved === frame) void this.#leaves(frame, left.reject);
    };
    const script = `globalThis.batonResource.run(${JSON.stringify(request)})`;
    this.page.on('framenavigated', look);
    try {
      return (await Promise.race([
        realmOf(frame).evaluate(script),
        left.promise,
      ])) as ResourceAnswer;
    } finally {
      this.page.off('framenavigated', look);
    }
  }

  /** Where only the address changed, the script stands as it did. */
  async #leaves(frame: Frame, left: (reason: Error) => void): Promise<void> {
    const stands = await realmOf(frame)
      .evaluate('globalThis.batonResource !== undefined')
      .catch(() => false);
    if (stands !== true) left(new Error('It went to another document.'));
  }

  /** The scripts are brought only where they are not yet: each call comes by here. */
  async #enter(frame: Frame, part: ResourcePart | null): Promise<ReachedFrame | null> {
    try {
      const realm = realmOf(frame);
      const isThere = part === null ? 'true' : `batonResource.has('${part}')`;
      const place = `globalThis.batonResource && ${isThere} && { path: batonResource.path(), origin: self.origin }`;
      const scripts = (): string =>
        [this.#scripts('page'), part === null ? '' : this.#scripts(part)].join(';\n');
      const told =
        (await realm.evaluate(place)) || (await realm.evaluate(`${scripts()};\n${place}`));
      return { frame, ...(told as FrameThere) };
    } catch {
      return null; // It went away, or shows no document.
    }
  }

  /** A page of nobody's waits for no person. */
  async #answer(dialog: Dialog): Promise<void> {
    const given = this.nextAnswer;
    this.nextAnswer = null;
    const kind = dialog.type();
    const accepted = given?.accept ?? (kind === 'alert' || kind === 'beforeunload');
    this.#dialogs.push({ kind, message: dialog.message().slice(0, MAX_MESSAGE), accepted });
    if (accepted) await dialog.accept(given?.text);
    else await dialog.dismiss();
  }
}

/**
 * The world that puppeteer keeps for itself in each frame, over both protocols; missing in its types.
 * Source: puppeteer-core 25, `Frame.isolatedRealm`.
 */
function realmOf(frame: Frame): Realm {
  return (frame as unknown as { isolatedRealm(): Realm }).isolatedRealm();
}
