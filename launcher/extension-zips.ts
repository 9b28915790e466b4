import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { zipSync, type Zippable } from 'fflate';
import { buildExtension } from './build-extension.ts';

/** Files that a store's reviewer needs to build the same extension, and the instructions. */
const SOURCES = [
  'bootstrap.mjs',
  'docs/permissions.md',
  'docs/releasing.md',
  'extension',
  'launcher',
  'LICENSE',
  'look',
  'package.json',
  'package-lock.json',
  'PRIVACY.md',
  'README.md',
  'shared',
  'tsconfig.base.json',
  'wxt.config.ts',
];

/** The oldest that a zip can tell. Every file has it, so that the day of the build makes no difference. */
const NO_TIME = new Date(1980, 0, 1);

type Files = Readonly<Record<string, Uint8Array>>;

/**
 * The archives that go to the stores, by name: the same bytes from the same sources, wherever and whenever they are made.
 * `root` is a checkout, or what the archive of the sources holds.
 */
export async function extensionZips(root: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const chromium = filesIn(await buildExtension('chromium', undefined, root));
  const firefox = filesIn(await buildExtension('firefox', undefined, root));
  const { version } = JSON.parse(text(chromium['manifest.json'])) as { readonly version: string };
  return new Map([
    [`baton-${version}-chromium.zip`, zip(withoutKey(chromium))],
    [`baton-${version}-firefox.zip`, zip(firefox)],
    [`baton-${version}-sources.zip`, zip(sourcesIn(root))],
  ]);
}

/** A built extension as one file, as Firefox takes it. */
export function packExtension(dir: string): Uint8Array {
  return zip(filesIn(dir));
}

/** The key fixes the id of an unpacked build. A store gives its own, and takes no manifest that has one. */
function withoutKey(files: Files): Files {
  const { key: _ours, ...manifest } = JSON.parse(text(files['manifest.json'])) as {
    readonly key?: string;
  };
  return { ...files, 'manifest.json': Buffer.from(JSON.stringify(manifest)) };
}

function sourcesIn(root: string): Files {
  const missing = SOURCES.filter((source) => !existsSync(join(root, source)));
  if (missing.length > 0) throw new Error(`The sources lack ${missing.join(', ')}.`);
  const files = SOURCES.flatMap((source): [string, Uint8Array][] =>
    source.includes('.') || source === 'LICENSE'
      ? [[source, readFileSync(join(root, source))]]
      : Object.entries(filesIn(join(root, source))).map(([name, data]) => [
          `${source}/${name}`,
          data,
        ]),
  );
  return Object.fromEntries(files);
}

/** Every file below a folder, by its path with slashes. */
function filesIn(dir: string): Files {
  const names = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.tsbuildinfo'))
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)));
  return Object.fromEntries(
    names.map((name) => [name.split(sep).join('/'), readFileSync(join(dir, name))]),
  );
}

function zip(files: Files): Uint8Array {
  const sorted: Zippable = Object.fromEntries(
    Object.keys(files)
      .toSorted()
      .map((name) => [name, files[name] ?? new Uint8Array()]),
  );
  return zipSync(sorted, { level: 9, mtime: NO_TIME });
}

function text(data: Uint8Array | undefined): string {
  return Buffer.from(data ?? new Uint8Array()).toString('utf8');
}
