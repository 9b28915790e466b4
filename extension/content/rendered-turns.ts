import type { PageSelectors } from '../platforms/platform.ts';
import { stableId } from '../platforms/kit/stable-id.ts';
import { queryDeep } from './compose/query-deep.ts';

/** A turn as the page shows it, in which markdown is lost, and labels and buttons mix in. */
export interface RenderedTurn {
  readonly id: string | null;
  readonly role: 'user' | 'assistant';
  /** A person's for comparing, every letter of it; the assistant's as it is read, in its lines. */
  readonly text: string;
}

export type TurnSelectors = Pick<PageSelectors, 'userTurn' | 'assistantTurn' | 'turnIdAttribute'>;

/** The turns in the page, oldest first. A page may keep only a window of them. */
export function renderedTurns(selectors: TurnSelectors): readonly RenderedTurn[] {
  const { userTurn, assistantTurn, turnIdAttribute } = selectors;
  const all = [...userTurn, ...assistantTurn].join(', ');
  if (all === '') return [];
  return queryDeep(all).map((element) => {
    const role = userTurn.some((selector) => element.matches(selector)) ? 'user' : 'assistant';
    const id = (turnIdAttribute === null ? null : element.getAttribute(turnIdAttribute)) || null;
    return { id, role, text: role === 'user' ? element.textContent : wordsOf(element) };
  });
}

/** Turns without ids get one each, of what they say, after what, and of how often the page shows that before. */
export function numbered(turns: readonly RenderedTurn[]): readonly NumberedTurn[] {
  const counts = new Map<string, number>();
  return turns.map((turn, index) => {
    const texts = [turns[index - 1]?.text ?? '', turn.text];
    const said = [turn.role, ...texts.map((text) => text.replace(/\s+/g, ''))].join('\n');
    const count = (counts.get(said) ?? 0) + 1;
    counts.set(said, count);
    return { ...turn, id: turn.id ?? stableId(`${said}\n${count}`) };
  });
}

export type NumberedTurn = RenderedTurn & { readonly id: string };

function wordsOf(element: Element): string {
  return element instanceof HTMLElement ? element.innerText.trim() : element.textContent;
}
