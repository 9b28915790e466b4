import * as z from 'zod';

import type { ArtifactReader } from '../../../artifacts/feature.ts';
import { defineTool, failed, jsonResult, textResult, type Tool } from '../tool.ts';

/** Longest slice: with the line that says how to go on, it stays under what is kept whole. */
const MAX_LENGTH = 7_500;

/** `conductor::artifact.read` and `conductor::artifact.list` */
export function artifactTools(reader: ArtifactReader): readonly Tool[] {
  const read = defineTool({
    id: 'conductor::artifact.read',
    params: z.strictObject({
      id: z.string().min(1).max(300),
      offset: z.int().min(0).optional().describe('Characters to leave out; 0 without it'),
      length: z.int().min(1).max(MAX_LENGTH).optional().describe('7500 without it'),
    }),
    risk: 'low',
    harmless: true,
    help: 'Reads on in a long result or another text that is kept.',
    run: async ({ id, offset = 0, length = MAX_LENGTH }, { conversationKey }) => {
      const slice = await reader.readSlice(conversationKey, id, { offset, length });
      if (slice === null) {
        return failed(
          'not_found',
          `This conversation has no artifact ${JSON.stringify(id)}; @conductor::artifact.list names those it has.`,
        );
      }
      if (slice.kind === 'binary') {
        const { name, mediaType, sizeBytes } = slice;
        return textResult(
          `${JSON.stringify(name)} is no text: ${mediaType}, ${sizeBytes} bytes. The person can open it.`,
        );
      }
      if (slice.kind === 'fault') return failed(slice.error.code, slice.error.text);
      const end = offset + slice.text.length;
      const place = slice.more
        ? `(characters ${offset} to ${end}; go on with "offset":${end})`
        : `(characters ${offset} to ${end}, the end)`;
      return textResult(`${slice.text}\n${place}`);
    },
  });
  const list = defineTool({
    id: 'conductor::artifact.list',
    params: z.strictObject({ limit: z.int().min(1).max(50).optional() }),
    risk: 'low',
    harmless: true,
    help: "This conversation's artifacts, the newest first.",
    run: async ({ limit = 20 }, { conversationKey }) => {
      const artifacts = await reader.list(conversationKey, limit);
      return jsonResult(
        artifacts.map(({ artifactId, name, mediaType, sizeBytes, createdAt }) => ({
          id: artifactId,
          name,
          media_type: mediaType,
          size_bytes: sizeBytes,
          created_at: createdAt,
        })),
      );
    },
  });
  return [read, list];
}
