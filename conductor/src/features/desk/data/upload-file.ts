import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes read at once: some milliseconds of work, after which the event loop serves others. */
const CHUNK_BYTES = 262_144;

/** A row may hold what came in one frame of the largest size that can be set (config.ts), and is longer by the rest. */
const MAX_LINE_BYTES = 72 * 2 ** 20;

const LINE_FEED = 10;

export interface UploadedLine {
  /** Number of the line, from 1. */
  readonly number: number;
  /** Null: it is longer than any row. */
  readonly text: string | null;
}

/** An uploaded body that can be read as often as needed. */
export interface UploadFile {
  readonly bytes: number;
  /** The lines of the body. It ends after a line that is too long. Between chunks the event loop continues. */
  lines(): AsyncGenerator<UploadedLine, void>;
  close(): Promise<void>;
}

/**
 * Writes a body into a file without a name, so that nothing is left of it however the process ends. Null: it is larger
 * than `maxBytes`. Throws what the file system throws.
 */
export async function keepUpload(
  dir: string,
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<UploadFile | null> {
  const path = join(dir, `upload-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > maxBytes) break;
      await writeAll(file, chunk);
    }
    if (bytes <= maxBytes) return { bytes, lines: () => linesOf(file), close: () => file.close() };
  } catch (cause) {
    await file.close();
    throw cause;
  }
  await file.close();
  return null;
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length;) at += (await file.write(chunk, at)).bytesWritten;
}

async function* linesOf(file: FileHandle): AsyncGenerator<UploadedLine, void> {
  let number = 1;
  let parts: Buffer[] = [];
  let length = 0;
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await file.read(
      Buffer.allocUnsafe(CHUNK_BYTES),
      0,
      CHUNK_BYTES,
      position,
    );
    if (bytesRead === 0) break;
    position += bytesRead;
    let rest = buffer.subarray(0, bytesRead);
    for (let end = rest.indexOf(LINE_FEED); end !== -1; end = rest.indexOf(LINE_FEED)) {
      yield { number, text: Buffer.concat([...parts, rest.subarray(0, end)]).toString('utf8') };
      number += 1;
      parts = [];
      length = 0;
      rest = rest.subarray(end + 1);
    }
    parts.push(rest);
    length += rest.length;
    if (length > MAX_LINE_BYTES) return yield { number, text: null }; // guard: import-line-length
  }
  yield { number, text: Buffer.concat(parts).toString('utf8') };
}
