import { createRequire } from 'node:module';
import { join } from 'node:path';

import { median, rounded } from '../median.ts';
import { type BenchSite, PASSWORD, READ_PAGES, startBenchSite, UNSEEN } from './bench-pages.ts';
import type { PageProgram } from './page-program.ts';
import { withPagePrograms } from './page-programs.ts';

const SESSIONS = 3;
const ACTS = 100;

type CountTokens = (text: string) => number;

interface ProgramResult {
  /** Tokens of its tools, as they are described to a model. */
  readonly tool_tokens: number;
  /** Tokens of those among them that are for pages and terminals. */
  readonly page_tool_tokens: number;
  /** Tokens of each page's first answer. */
  readonly snapshot_tokens: Readonly<Record<string, number>>;
  /** Medians in ms. */
  readonly snapshot_ms: Readonly<Record<string, number>>;
  readonly navigate_ms: number;
  readonly click_ms: number;
  readonly type_ms: number;
  readonly shows: { readonly password: boolean; readonly hidden_text: boolean };
}

export interface ResourcesResult {
  readonly versions: Readonly<Record<string, string>>;
  readonly programs: Readonly<Record<string, ProgramResult>>;
  /** Presses that sessions at work side by side made in pages that are not theirs, or did not make in theirs. */
  readonly side_by_side: { readonly acts: number; readonly astray: number; readonly ms: number };
}

/** Compares the programs by which a model works in pages, in headless Chromium: the same pages and acts, in turns. */
export async function measureResources(rounds: number): Promise<ResourcesResult> {
  const site = await startBenchSite();
  try {
    return await withPagePrograms(async ({ peers, start }) => {
      const programs = {
        baton: await start('baton-chromium'),
        'playwright-mcp': await start('playwright-mcp'),
        'chrome-devtools-mcp': await start('chrome-devtools-mcp'),
      };
      const { countTokens } = createRequire(join(peers.dir, 'package.json'))('gpt-tokenizer') as {
        countTokens: CountTokens;
      };
      const measures = Object.entries(programs).map(
        ([name, program]) => [name, new Measures(program)] as const,
      );
      for (const [, measure] of measures) await measure.warmUp(site);
      for (let round = 0; round < rounds; round += 1) {
        for (const [, measure] of measures) await measure.round(site);
      }
      const results = measures.map(
        ([name, measure]) => [name, measure.result(countTokens)] as const,
      );
      const others = Array.from({ length: SESSIONS }, () => start('baton-chromium'));
      return {
        versions: peers.versions,
        programs: Object.fromEntries(results),
        side_by_side: await sideBySide(await Promise.all(others), site),
      };
    });
  } finally {
    site.stop();
  }
}

class Measures {
  readonly #program: PageProgram;
  readonly #texts = new Map<string, string>();
  readonly #times = new Map<string, number[]>();

  constructor(program: PageProgram) {
    this.#program = program;
  }

  /** Browsers are started and sites allowed. */
  async warmUp(site: BenchSite): Promise<void> {
    await this.#act(site);
    this.#times.clear();
  }

  async round(site: BenchSite): Promise<void> {
    for (const page of READ_PAGES) {
      await this.#timed('navigate', () => this.#program.go(`${site.origin}/${page}`));
      const text = await this.#timed(page, () => this.#program.snapshot());
      this.#texts.set(page, text);
    }
    await this.#act(site);
  }

  async #act(site: BenchSite): Promise<void> {
    const program = this.#program;
    await program.go(`${site.origin}/act`);
    const snapshot = await program.snapshot();
    const button = program.refOf(snapshot, 'button', 'Press');
    const field = program.refOf(snapshot, 'textbox', 'Text');
    await this.#timed('click', () => program.click(button));
    await this.#timed('type', () => program.type(field, 'Some words'));
  }

  async #timed<T>(what: string, work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const answer = await work();
    this.#times.set(what, [...(this.#times.get(what) ?? []), performance.now() - began]);
    return answer;
  }

  result(countTokens: CountTokens): ProgramResult {
    const ms = (what: string): number => rounded(median(this.#times.get(what) ?? []));
    const texts = [...this.#texts];
    const { forPages } = this.#program;
    const tools = [...this.#program.tools];
    const tokensOf = (some: typeof tools): number =>
      countTokens(`[${some.map(([, tool]) => tool).join()}]`);
    const all = texts.map(([, text]) => text).join('\n');
    return {
      tool_tokens: tokensOf(tools),
      page_tool_tokens: tokensOf(tools.filter(([name]) => forPages.test(name))),
      snapshot_tokens: Object.fromEntries(texts.map(([page, text]) => [page, countTokens(text)])),
      snapshot_ms: Object.fromEntries(READ_PAGES.map((page) => [page, ms(page)])),
      navigate_ms: ms('navigate'),
      click_ms: ms('click'),
      type_ms: ms('type'),
      shows: { password: all.includes(PASSWORD), hidden_text: all.includes(UNSEEN) },
    };
  }
}

async function sideBySide(
  programs: readonly PageProgram[],
  site: BenchSite,
): Promise<ResourcesResult['side_by_side']> {
  const began = performance.now();
  await Promise.all(
    programs.map(async (program, at) => {
      await program.go(`${site.origin}/act#s${at}`);
      const button = program.refOf(await program.snapshot(), 'button', 'Press');
      for (let act = 0; act < ACTS; act += 1) await program.click(button);
    }),
  );
  const ms = rounded(performance.now() - began);
  const astray = programs.map((_, at) => Math.abs((site.pressed.get(`s${at}`) ?? 0) - ACTS));
  const sum = astray.reduce((one, other) => one + other, 0);
  return { acts: programs.length * ACTS, astray: sum, ms };
}
