/**
 * A font that draws each character from space to `~` as the same dot, in TrueType, as base64.
 * Source: https://learn.microsoft.com/typography/opentype/spec/otff
 */
export function maskFont(): string {
  const first = 0x20;
  const count = 95;
  const glyphs = count + 1;
  const dot = glyph();
  const tables: [tag: string, data: Buffer][] = [
    ['OS/2', os2(first, first + count - 1)],
    ['cmap', cmap(first, first + count - 1)],
    ['glyf', Buffer.concat(Array.from({ length: glyphs }, () => dot))],
    ['head', head()],
    ['hhea', words(1, 0, 800, -200, 0, 1_000, 0, 0, 1_000, 1, 0, 0, 0, 0, 0, 0, 0, glyphs)],
    ['hmtx', words(...Array.from({ length: glyphs }, () => [1_000, 0]).flat())],
    ['loca', words(...Array.from({ length: glyphs + 1 }, (_, at) => (at * dot.length) / 2))],
    ['maxp', words(1, 0, glyphs, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)],
    ['name', name('Dots')],
    ['post', Buffer.concat([words(3, 0), Buffer.alloc(28)])],
  ];
  const directory: Buffer[] = [words(1, 0, tables.length, 128, 3, tables.length * 16 - 128)];
  const bodies: Buffer[] = [];
  let offset = 12 + tables.length * 16;
  for (const [tag, data] of tables) {
    const entry = Buffer.alloc(16);
    entry.write(tag, 'latin1');
    entry.writeUInt32BE(checksum(data), 4);
    entry.writeUInt32BE(offset, 8);
    entry.writeUInt32BE(data.length, 12);
    directory.push(entry);
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
    bodies.push(padded);
    offset += padded.length;
  }
  return Buffer.concat([...directory, ...bodies]).toString('base64');
}

function words(...values: number[]): Buffer {
  const data = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) data.writeUInt16BE(value & 0xffff, at * 2);
  return data;
}

/** A square. */
function glyph(): Buffer {
  const outline = words(1, 200, 200, 800, 800, 3, 0);
  const flags = Buffer.from([1, 1, 1, 1]);
  return Buffer.concat([outline, flags, words(200, 0, 600, 0), words(200, 600, 0, -600), words(0)]);
}

function cmap(first: number, last: number): Buffer {
  const table = words(4, 32, 0, 4, 4, 1, 0, last, 0xffff, 0, first, 0xffff, 1 - first, 1, 0, 0);
  return Buffer.concat([words(0, 1, 3, 1, 0, 12), table]);
}

function head(): Buffer {
  const data = Buffer.alloc(54);
  data.writeUInt32BE(0x0001_0000, 0);
  data.writeUInt32BE(0x5f0f_3cf5, 12);
  data.writeUInt16BE(1_000, 18);
  words(200, 200, 800, 800).copy(data, 36);
  data.writeUInt16BE(8, 46);
  data.writeUInt16BE(2, 48);
  return data;
}

function os2(first: number, last: number): Buffer {
  const data = Buffer.alloc(96);
  words(4, 1_000, 400, 5).copy(data, 0);
  words(0x40, first, last, 800, -200, 0, 800, 200).copy(data, 62);
  return data;
}

function name(family: string): Buffer {
  const text = Buffer.from(family, 'utf16le').swap16();
  const ids = [1, 2, 4, 6];
  const records = ids.flatMap((id) => [3, 1, 0x409, id, text.length, 0]);
  return Buffer.concat([words(0, ids.length, 6 + ids.length * 12, ...records), text]);
}

function checksum(data: Buffer): number {
  const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}
