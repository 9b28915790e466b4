/** Bytes in which a page may say its encoding. */
const HEAD_BYTES = 1_024;

/** The text that a server sent, in the encoding that it or the page names; one that nobody knows is read as UTF-8. */
export function textOf(bytes: Buffer, contentType: string): string {
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1');
  const named =
    /charset\s*=\s*"?([\w-]+)/i.exec(contentType) ??
    /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head);
  return decoderOf(named?.[1] ?? 'utf-8').decode(bytes);
}

function decoderOf(label: string): Pick<InstanceType<typeof TextDecoder>, 'decode'> {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder(); // RangeError: no such encoding.
  }
}
