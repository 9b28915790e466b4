import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { buildFace } from '../launcher/build-face.ts';
import { BROWSER_NAMES, type BrowserName } from '../launcher/find-browser.ts';
import { ROOT } from '../launcher/root.ts';
import { type FaceScreen, furnish } from './kit/face-screens.ts';
import { type FaceWorld, startFaceWorld } from './kit/face-world.ts';

const HELP = `Usage: npm run pictures -- [flags]

Takes a picture of every screen of the web UI, light and dark, in both languages, at three widths and at a zoom of 200 %.

  --browser <name>   ${BROWSER_NAMES.join(' or ')} [${BROWSER_NAMES[0]}]
  --only <name>      one screen, as conversation
  --out <folder>     where they go [dist/pictures]
`;

/** In CSS px; `zoomed` is as 1280 × 800 at 200 %. */
const SIZES = {
  '1200': { width: 1200, height: 800 },
  '720': { width: 720, height: 800 },
  '320': { width: 320, height: 800 },
  zoomed: { width: 640, height: 400, deviceScaleFactor: 2 },
} as const;
type Size = keyof typeof SIZES;
const SIZE_NAMES = Object.keys(SIZES) as readonly Size[];
const THEMES = ['light', 'dark'] as const;
const LANGUAGES = ['en', 'zh-CN'] as const;

const { values } = parseArgs({
  options: {
    browser: { type: 'string', default: BROWSER_NAMES[0] },
    only: { type: 'string' },
    out: { type: 'string', default: join(ROOT, 'dist', 'pictures') },
    help: { type: 'boolean', default: false },
  },
});
const browser = BROWSER_NAMES.find((name) => name === values.browser);
if (values.help || browser === undefined) {
  process.stdout.write(HELP);
  process.exit(values.help ? 0 : 2);
}

await buildFace();
const world = await startFaceWorld(browser);
try {
  const all = await furnish(world);
  const screens = all.filter(({ name }) => values.only === undefined || name === values.only);
  const folder = join(values.out, browser);
  mkdirSync(folder, { recursive: true });
  for (const theme of THEMES) {
    for (const language of LANGUAGES) await takeAll(world, screens, folder, { theme, language });
  }
  writeFileSync(join(folder, 'index.html'), sheetOf(browser, screens));
  for (const fault of world.faults) process.stderr.write(`${fault}\n`);
  process.stdout.write(`${join(folder, 'index.html')}\n`);
  process.exitCode = world.faults.length === 0 ? 0 : 1;
} finally {
  await world.end();
}

interface Looks {
  readonly theme: (typeof THEMES)[number];
  readonly language: (typeof LANGUAGES)[number];
}

async function takeAll(
  from: FaceWorld,
  screens: readonly FaceScreen[],
  folder: string,
  looks: Looks,
): Promise<void> {
  const page = await from.open('/', looks);
  for (const { name, path } of screens) {
    for (const size of SIZE_NAMES) {
      await page.setViewport(SIZES[size]);
      // Anew for each: Chromium forgets its mouse when the size changes, until the next page.
      await page.goto(new URL(path, page.url()).href, { waitUntil: 'load' });
      await page.waitForSelector('#main > *');
      await page.waitForFunction(() => document.querySelector('.skeleton') === null);
      // Before, it takes no press, and shows so.
      await page.waitForSelector('html:not([data-unseen])');
      const file = pictureOf(name, size, looks);
      await page.screenshot({ path: join(folder, file) as `${string}.png` });
    }
  }
  await page.close();
}

function pictureOf(name: string, size: Size, { theme, language }: Looks): string {
  return `${name}-${size}-${theme}-${language}.png`;
}

/** All of them on one page, to look through. */
function sheetOf(name: BrowserName, screens: readonly FaceScreen[]): string {
  const rows = screens.map((screen) => {
    const pictures = THEMES.flatMap((theme) =>
      LANGUAGES.flatMap((language) =>
        SIZE_NAMES.map((size) => pictureOf(screen.name, size, { theme, language })),
      ),
    );
    const shown = pictures.map((file) => `<a href="${file}"><img src="${file}" alt="${file}"></a>`);
    return `<h2>${screen.name}</h2>\n<p>${shown.join('\n')}</p>`;
  });
  return `<!doctype html>
<meta charset="utf-8">
<title>Web UI in ${name}</title>
<style>img { height: 260px; margin: 4px; border: 1px solid #888 }</style>
<h1>Web UI in ${name}</h1>
${rows.join('\n')}
`;
}
