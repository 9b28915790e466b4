import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type InlineConfig } from 'vite';

import { lexerOfMarked } from './lexer-of-marked.ts';
import { ROOT } from './root.ts';
import { stampOf } from './source-stamp.ts';

/** All that the web UI is made from. */
const SOURCES = [
  'face',
  'look',
  'shared',
  'launcher/build-face.ts',
  'launcher/lexer-of-marked.ts',
  'package-lock.json',
];

/** Modules of the frame and the first screen, and the packages they use. */
const FIRST = new RegExp(
  [
    String.raw`node_modules/(preact|@preact|preact-iso|tinykeys|eventsource-parser)/`,
    String.raw`face/(api/|store/(?!pages)|words/\w+\.ts|frame/(app|frame|places)|screens/now/now)`,
    String.raw`face/parts/(block|copy-button|guarded|icon|keys|load-later|mark|problem|replying|risk|time)\.`,
    String.raw`look/visible\.`,
  ].join('|'),
);

/** Modules that several of the other screens share. */
const PARTS = new RegExp(
  [
    String.raw`shared/`,
    String.raw`face/(screens|store)/(?!settings/fields)`,
    String.raw`face/parts/(?!diff|prose/safe|tool-change)`,
    String.raw`face/words/\w+-words\.ts`,
  ].join('|'),
);

/** Builds the web UI into dist/face, where its sources have changed since the last build; returns its folder. */
export async function buildFace(say: (line: string) => void = () => undefined): Promise<string> {
  const dir = join(ROOT, 'dist', 'face');
  const stampFile = `${dir}.stamp`;
  const stamp = stampOf(ROOT, SOURCES);
  const built = existsSync(join(dir, 'index.html')) && existsSync(stampFile);
  if (built && readFileSync(stampFile, 'utf8') === stamp) return dir;

  say('Building the web UI…');
  await buildForUse({
    configFile: false,
    root: join(ROOT, 'face'),
    logLevel: 'error',
    plugins: [lexerOfMarked()],
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    // Phrases are read by their names as texts: an export for each would weigh as much as the phrase.
    json: { namedExports: false },
    build: {
      outDir: dir,
      emptyOutDir: true,
      target: ['chrome125', 'firefox140'],
      // Its content security policy takes no inline script or data: address.
      modulePreload: {
        polyfill: false,
        // A list of what each screen stands on weighs more than asking this machine once more.
        resolveDependencies: (_file, deps, { hostType }) => (hostType === 'html' ? deps : []),
      },
      assetsInlineLimit: 0,
      manifest: true,
      // One sheet for all screens: apart, each comes when it is first opened, and packs worse.
      cssCodeSplit: false,
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          // What every page loads is one file, and what several of the others load another: apart, their small parts
          // weigh more and come later.
          codeSplitting: {
            groups: [
              { name: 'first', test: FIRST },
              { name: 'parts', test: PARTS, minShareCount: 2 },
            ],
          },
        },
      },
    },
  });
  writeFileSync(stampFile, stamp);
  return dir;
}

/** Vite takes another NODE_ENV, as that of tests, for the wish to develop, and packs what helps with that. */
async function buildForUse(config: InlineConfig): Promise<void> {
  const { NODE_ENV: before } = process.env;
  process.env['NODE_ENV'] = 'production';
  try {
    await build(config);
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}
