import type { VNode } from 'preact';

import { useWorld } from '../store/world.ts';

/** The last deeds, each shown for a moment. */
export function Toasts(): VNode {
  const { toasts } = useWorld();
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, tone, link }) => (
        <p key={id} data-tone={tone}>
          {text} {link && <a href={link.href}>{link.text}</a>}
        </p>
      ))}
    </div>
  );
}
