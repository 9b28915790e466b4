// @vitest-environment happy-dom
import { h } from 'preact';
import { expect, test, vi } from 'vitest';

import { Prose } from '../../../../face/parts/prose/prose.tsx';
import { drawScreen } from '../../drawn-screen.ts';

test('a text of many paragraphs is drawn in several goes, and then whole', async () => {
  const text = 'So.\n\n'.repeat(3_000);
  const screen = drawScreen(
    () => h(Prose, { text }),
    () => undefined,
  );
  const counts = new Set<number>();
  const drawn = (): number => screen.place.querySelectorAll('.prose p:not(.as-written)').length;
  const seen = new MutationObserver(() => counts.add(drawn()));
  seen.observe(screen.place, { childList: true, subtree: true });
  try {
    await vi.waitFor(() => expect(drawn()).toBe(3_000), 30_000);
    expect([...counts].filter((count) => count > 0).length).toBeGreaterThan(2);
  } finally {
    seen.disconnect();
    screen.end();
  }
});
