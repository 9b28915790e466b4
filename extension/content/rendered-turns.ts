import type { PageSelectors } from '../platforms/platform.ts';

/** A turn as the page shows it. Its text is for comparing only: markdown, labels and buttons mix in. */
export interface RenderedTurn {
  readonly id: string | null;
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** The turns in the page, oldest first. A page may keep only a window of them. */
export function renderedTurns(selectors: PageSelectors): readonly RenderedTurn[] {
  const { userTurn, assistantTurn, turnIdAttribute } = selectors;
  const all = [...userTurn, ...assistantTurn].join(', ');
  if (all === '') return [];
  return [...document.querySelectorAll(all)].map((element) => ({
    id: (turnIdAttribute === null ? null : element.getAttribute(turnIdAttribute)) || null,
    role: userTurn.some((selector) => element.matches(selector)) ? 'user' : 'assistant',
    text: element.textContent,
  }));
}
