/** Bytes of a text or of an unknown thing are asked for in pieces of so many. */
export const PIECE_BYTES = 256 * 1_024;

/** Larger pictures are for downloading. */
export const MOST_PICTURE_BYTES = 20 * 1_024 * 1_024;

export type Showing = 'text' | 'picture' | 'bytes';

const PICTURES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
]);

const TEXTS =
  /^(text\/|application\/(json|x-ndjson|xml|yaml|toml|javascript|x-sh|sql)\b|.*\+(json|xml)\b)/;

/** How a thing is shown. HTML and SVG are text: never a document of ours. A PDF is for downloading. */
export function showingOf(mediaType: string): Showing {
  const type = mediaType.toLowerCase().split(';')[0]?.trim() ?? '';
  if (PICTURES.has(type)) return 'picture';
  return TEXTS.test(type) ? 'text' : 'bytes';
}

export function contentPath(artifactId: string): string {
  return `/v1/artifacts/${encodeURIComponent(artifactId)}/content`;
}

/** As a hex editor has it: sixteen bytes a line, with where they stand and what of them is letters. */
export function hexLines(bytes: Uint8Array): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const row = [...bytes.subarray(at, at + 16)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const letters = row.map((byte) =>
      byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·',
    );
    lines.push(`${at.toString(16).padStart(8, '0')}  ${hex.padEnd(47)}  ${letters.join('')}`);
  }
  return lines;
}
