import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';

import { insert } from '../../../../../conductor/src/engine/plan.ts';
import type { Content } from '../../../../../conductor/src/features/heart/artifacts/artifact-files.ts';
import type { Kept } from '../../../../../conductor/src/features/heart/artifacts/artifacts.ts';
import { CONVERSATION, KEY, type LedgerWorld, openLedger } from '../../../../kit/ledger-world.ts';
import { tempDir } from '../../../../kit/running-conductor.ts';
import * as artifactsQueries from '../../../../../conductor/src/features/heart/artifacts/queries.ts';
import { CONVERSATIONS } from '../../../../../conductor/src/features/heart/conversations/rows.ts';
import { ARTIFACTS } from '../../../../../conductor/src/features/heart/artifacts/rows.ts';
import { deleteConversation } from '../../../../../conductor/src/features/heart/conversations/changes.ts';

const MIB = 2 ** 20;

interface World extends LedgerWorld {
  readonly dir: string;
  /** Paths below the folder of artifacts, and their contents. */
  readonly files: () => Record<string, string>;
  /** Kept, and named by a row of conversation `a`. */
  readonly keepFor: (content: Content, name?: string, mediaType?: string) => Promise<string>;
}

async function world(limits: { max_bytes?: number; quota_bytes?: number } = {}): Promise<World> {
  const dir = tempDir();
  const artifactsDir = join(dir, 'artifacts');
  const ledger = openLedger(dir, [], {
    settings: { artifacts: { max_bytes: MIB, quota_bytes: 10 * MIB, ...limits } },
  });
  onTestFinished(() => ledger.close());
  await ledger.write({ changes: [insert(CONVERSATIONS, CONVERSATION)] });
  return {
    ...ledger,
    dir: artifactsDir,
    files: () =>
      Object.fromEntries(
        readdirSync(artifactsDir, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .map((path) => [path.slice(artifactsDir.length + 1), readFileSync(path, 'utf8')]),
      ),
    async keepFor(content, name = 'a.txt', mediaType = 'text/plain') {
      const kept = await keep(ledger, content, name, mediaType);
      const rest = { conversationKey: KEY, instructionId: null, createdAt: 1, version: 1 };
      await ledger.write({ changes: [insert(ARTIFACTS, { ...kept.content, ...rest })] });
      kept.release();
      await new Promise((resolve) => void setImmediate(resolve));
      return kept.content.artifactId;
    },
  };
}

async function keep(
  { artifacts }: LedgerWorld,
  content: Content,
  name = 'a.txt',
  mediaType = 'text/plain',
): Promise<Kept> {
  const kept = await artifacts.keep(content, { name, mediaType });
  if (!kept.ok) throw new Error(kept.error.text);
  return kept.value;
}

function placeOf(content: string): string {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return `${sha256.slice(0, 2)}/${sha256.slice(2)}`;
}

async function* pieces(...parts: readonly string[]): AsyncIterable<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

describe('a content that is kept', () => {
  it('stands under its hash, for its owner alone, whatever it came as', async () => {
    const ledger = await world();
    for (const content of ['hello', Buffer.from('hello'), pieces('he', 'llo')]) {
      const { content: kept } = await keep(ledger, content);
      expect(kept).toMatchObject({ name: 'a.txt', mediaType: 'text/plain', sizeBytes: 5 });
    }
    expect(ledger.files()).toEqual({ [placeOf('hello')]: 'hello' });
    expect(statSync(join(ledger.dir, placeOf('hello'))).mode & 0o777).toBe(0o600);
    expect(await ledger.artifacts.usedBytes()).toBe(5);
  });

  it('replaces what a failing disk left under its name', async () => {
    const ledger = await world();
    const place = join(ledger.dir, placeOf('hello'));
    mkdirSync(join(place, '..'), { recursive: true });
    writeFileSync(place, 'hel');
    await keep(ledger, 'hello');
    expect(ledger.files()).toEqual({ [placeOf('hello')]: 'hello' });
  });

  it('gets a name and a type that harm nobody', async () => {
    const ledger = await world();
    const { content } = await keep(
      ledger,
      'x',
      '../../etc/\u0000pass\nwd\u202e',
      'text/html\r\nX: y',
    );
    expect(content).toMatchObject({
      name: '.._.._etc__pass_wd_',
      mediaType: 'application/octet-stream',
    });
    expect((await keep(ledger, 'y', '..')).content.name).toBe('artifact');
  });

  it('over the limit of one leaves nothing behind', async () => {
    const ledger = await world({ max_bytes: 8 });
    expect(
      await ledger.artifacts.keep(pieces('12345', '6789'), { name: 'a', mediaType: 'a/b' }),
    ).toEqual({
      ok: false,
      error: { code: 'quota_exceeded', text: 'An artifact may hold at most 8 bytes.' },
    });
    expect(ledger.files()).toEqual({});
  });

  it('over the limit of all is refused until there is room again', async () => {
    const ledger = await world({ quota_bytes: 10 });
    const first = await ledger.keepFor('12345678');
    const about = { name: 'a', mediaType: 'a/b' };
    expect(await ledger.artifacts.keep('1234', about)).toMatchObject({
      error: { code: 'quota_exceeded' },
    });
    await ledger.artifacts.remove(first, 'cli');
    expect(ledger.files()).toEqual({});
    expect(await ledger.artifacts.keep('1234', about)).toMatchObject({ ok: true });
  });

  it('counts against the limit after a restart too', async () => {
    const dir = tempDir();
    const settings = { artifacts: { max_bytes: 10, quota_bytes: 10 } };
    const before = openLedger(dir, [], { settings });
    await keep(before, '12345678');
    await before.close();
    const after = openLedger(dir, [], { settings });
    onTestFinished(() => after.close());
    expect(await after.artifacts.keep('1234', { name: 'a', mediaType: 'a/b' })).toMatchObject({
      ok: false,
    });
  });

  it('fails with a reason when the folder cannot be written', async () => {
    const dir = tempDir();
    writeFileSync(join(dir, 'artifacts'), 'a file, not a folder');
    const ledger = openLedger(dir, []);
    onTestFinished(() => ledger.close());
    expect(await ledger.artifacts.keep('x', { name: 'a', mediaType: 'a/b' })).toEqual({
      ok: false,
      error: { code: 'internal', text: 'It could not be written (ENOTDIR).' },
    });
  });

  it('is kept once the folder can be read that could not be when it was first counted', async () => {
    const { dir, files, ...ledger } = await world();
    rmSync(dir, { recursive: true, force: true });
    writeFileSync(dir, 'no folder');
    const name = 'a.txt';
    const mediaType = 'text/plain';
    expect(await ledger.artifacts.keep('x', { name, mediaType })).toMatchObject({ ok: false });
    rmSync(dir);
    expect(await ledger.artifacts.keep('x', { name, mediaType })).toMatchObject({ ok: true });
    expect(Object.values(files())).toEqual(['x']);
  });

  it('fails with the reason of whoever gives it', async () => {
    const ledger = await world();
    async function* broken(): AsyncIterable<Uint8Array> {
      yield Buffer.from('a');
      throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
    }
    expect(await ledger.artifacts.keep(broken(), { name: 'a', mediaType: 'a/b' })).toMatchObject({
      error: { code: 'internal' },
    });
    expect(ledger.files()).toEqual({});
  });
});

describe('collecting garbage', () => {
  it('removes what no row names, and what a crash left half written', async () => {
    const ledger = await world();
    await ledger.keepFor('named');
    (await keep(ledger, 'unnamed')).release();
    await new Promise((resolve) => void setImmediate(resolve));
    mkdirSync(join(ledger.dir, 'tmp'), { recursive: true });
    writeFileSync(join(ledger.dir, 'tmp', 'half'), 'ha');
    writeFileSync(join(ledger.dir, 'README'), 'not ours');
    expect(await ledger.artifacts.collectGarbage()).toEqual({ files: 1, freedBytes: 7 });
    expect(ledger.files()).toEqual({ [placeOf('named')]: 'named', README: 'not ours' });
    expect(await ledger.artifacts.usedBytes()).toBe(5);
  });

  it('leaves alone what a row is about to name', async () => {
    const ledger = await world();
    const { content, release } = await keep(ledger, 'soon');
    await ledger.artifacts.collectGarbage();
    expect(ledger.files()).toEqual({ [placeOf('soon')]: 'soon' });
    const rest = { conversationKey: KEY, instructionId: null, createdAt: 1, version: 1 };
    // The commit and the collection of one turn.
    const committed = ledger
      .write({ changes: [insert(ARTIFACTS, { ...content, ...rest })] })
      .then(release);
    await Promise.all([ledger.artifacts.collectGarbage(), committed]);
    await ledger.artifacts.collectGarbage();
    expect(ledger.files()).toEqual({ [placeOf('soon')]: 'soon' });
  });

  it('keeps a content that another row still names', async () => {
    const ledger = await world();
    const [first] = [await ledger.keepFor('same'), await ledger.keepFor('same')];
    expect(await ledger.artifacts.remove(first, 'cli')).toBe(true);
    expect(ledger.files()).toEqual({ [placeOf('same')]: 'same' });
    expect(await ledger.artifacts.remove(first, 'cli')).toBe(false);
  });

  it('follows the deletion of a conversation', async () => {
    const ledger = await world();
    await ledger.keepFor('gone soon');
    await ledger.write({ changes: [deleteConversation({ conversationKey: KEY })] });
    await ledger.artifacts.collectGarbage();
    expect(ledger.files()).toEqual({});
  });

  it('of some hundred contents takes all', async () => {
    const ledger = await world();
    const contents = Array.from({ length: 450 }, (_, index) => keep(ledger, `content ${index}`));
    for (const kept of await Promise.all(contents)) kept.release();
    await new Promise((resolve) => void setImmediate(resolve));
    expect(await ledger.artifacts.collectGarbage()).toMatchObject({ files: 450 });
    expect(ledger.files()).toEqual({});
  });
});

describe('reading', () => {
  const part = (offset: number, length: number) => ({ offset, length });

  it('gives characters from anywhere, and says whether there are more', async () => {
    const ledger = await world();
    const id = await ledger.keepFor('0123456789');
    const slice = (offset: number, length: number) =>
      ledger.artifacts.readSlice(KEY, id, part(offset, length));
    expect(await slice(0, 4)).toEqual({ kind: 'text', text: '0123', more: true });
    expect(await slice(6, 4)).toEqual({ kind: 'text', text: '6789', more: false });
    expect(await slice(8, 100)).toEqual({ kind: 'text', text: '89', more: false });
    expect(await slice(10, 5)).toEqual({ kind: 'text', text: '', more: false });
    expect(await slice(9_999, 5)).toEqual({ kind: 'text', text: '', more: false });
  });

  it('read on from slice to slice gives the whole text, of whatever characters', async () => {
    const ledger = await world();
    // Longer than a chunk of the stream, with characters across its borders.
    const filler = '汉😀é'.repeat(30_000);
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 50 }),
        fc.integer({ min: 20_000, max: 60_000 }),
        async (start, length) => {
          const whole = `\uFEFF${start.toWellFormed()}${filler}`;
          const id = await ledger.keepFor(whole);
          let read = '';
          for (let more = true; more;) {
            const slice = await ledger.artifacts.readSlice(KEY, id, part(read.length, length));
            if (slice?.kind !== 'text') throw new Error('it is text');
            read += slice.text;
            more = slice.more;
          }
          expect(read).toBe(whole);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('tells what is no text', async () => {
    const ledger = await world();
    const id = await ledger.keepFor(Buffer.from([0, 255]), 'dot.png', 'image/png');
    expect(await ledger.artifacts.readSlice(KEY, id, part(0, 1))).toEqual({
      kind: 'binary',
      name: 'dot.png',
      mediaType: 'image/png',
      sizeBytes: 2,
    });
  });

  it('gives a conversation nothing of another', async () => {
    const ledger = await world();
    const id = await ledger.keepFor('secret');
    expect(await ledger.artifacts.readSlice(`${KEY}2` as typeof KEY, id, part(0, 9))).toBeNull();
    expect(await ledger.artifacts.list(`${KEY}2` as typeof KEY, 9)).toEqual([]);
    expect(await ledger.artifacts.list(KEY, 9)).toMatchObject([{ artifactId: id }]);
  });

  it('as a stream gives all of it, or the bytes asked for', async () => {
    const ledger = await world();
    await ledger.keepFor('0123456789', 'ten.txt');
    const [kept] = await ledger.artifacts.list(KEY, 9);
    expect(kept).toMatchObject({ sizeBytes: 10, mediaType: 'text/plain', name: 'ten.txt' });
    const sha256 = createHash('sha256').update('0123456789').digest('hex');
    const content = { sha256, sizeBytes: 10 };
    const whole = await ledger.artifacts.open(content);
    expect(whole.ok && (await text(whole.value))).toBe('0123456789');
    const middle = await ledger.artifacts.open(content, { start: 2, end: 4 });
    expect(middle.ok && (await text(middle.value))).toBe('234');
    expect(await ledger.artifacts.open({ sha256: 'nothing', sizeBytes: 1 })).toMatchObject({
      error: { code: 'not_found' },
    });
  });
});

it('artifacts are listed by their media type, exactly or as they begin', async () => {
  const { keepFor, read } = await world();
  for (const type of ['text/plain', 'text/csv', 'image/png']) await keepFor('x', 'a', type);
  const listed = async (type: string | undefined) => {
    const found = await read.one(
      artifactsQueries.shownArtifacts({
        conversation: undefined,
        type,
        page: { limit: 10, after: null },
      }),
    );
    return found?.items.map((one) => one.artifact.mediaType).toSorted();
  };
  expect(await listed('text/*')).toEqual(['text/csv', 'text/plain']);
  expect(await listed('image/png')).toEqual(['image/png']);
  expect(await listed(undefined)).toHaveLength(3);
});
