import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { type WordKey, word } from '../words/word.ts';
import { type Drawn, drawQr, MARGIN } from './draw-qr.ts';

/** An address as a QR code; dark on light whatever the theme, as readers want it. */
export function QrCode({
  text,
  says,
}: {
  readonly text: string;
  /** Name of the address, for screen readers. */
  readonly says: WordKey;
}): VNode | null {
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  useEffect(() => {
    let gone = false;
    void drawQr(text).then((made) => {
      if (!gone) setDrawn(made);
    });
    return () => (gone = true);
  }, [text]);
  if (drawn === null) return null;
  const side = drawn.size + 2 * MARGIN;
  return (
    <svg
      class="qr"
      role="img"
      aria-label={word(says)}
      viewBox={`0 0 ${side} ${side}`}
      width="180"
      height="180"
      shape-rendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={drawn.path} fill="#000" />
    </svg>
  );
}
