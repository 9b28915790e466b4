import { shadowRootOf } from '../compose/shadow-roots.ts';
import { word, type WordKey } from '../../i18n/words.ts';
import { queryEverywhere } from '../compose/query-deep.ts';
import { holds, type TeachPanel } from './teach-panel.ts';
import { watchTeacher } from './watch-teacher.ts';

export type Picked = Element | 'skip' | 'forget' | 'cancel';

export interface PartQuestion {
  readonly part: 'composer' | 'button' | 'reply';
  readonly question: WordKey;
  /** Selector of elements that the arrow keys go through, and that a pointer over a part of one means. */
  readonly candidates: string;
  /** Returns the element that a pointed-at one stands for. */
  readonly meant: (element: Element) => Element;
}

/** Asks a person to point at a part of the page, with the pointer or the keyboard; `progress` is said first. */
export function pickElement(
  panel: TeachPanel,
  { part, question, candidates, meant }: PartQuestion,
  progress: string,
  signal: AbortSignal,
): Promise<Picked> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const finish = (picked: Picked): void => {
      over.abort();
      resolve(picked);
    };
    let chosen: Element | null = null;
    const choose = (element: Element | null): void => {
      chosen = element === null ? null : meant(element);
      panel.frame(chosen);
    };
    choose(null);
    panel.show(
      part,
      `${progress} ${word(question)} ${word('teach_help')}`,
      BUTTONS.map(([label, picked]) => ({ label, press: () => finish(picked) })),
    );
    watchTeacher(
      panel,
      {
        point(x, y, isPress) {
          choose(elementAt(x, y, candidates, panel.host));
          if (isPress && chosen !== null) finish(chosen);
        },
        key(key) {
          const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
          if (key === 'Escape') finish('cancel');
          else if (key === 'Enter' && chosen !== null) finish(chosen);
          else if (step !== 0) {
            const all = new Set(queryEverywhere(candidates).filter(isShown).map(meant));
            choose(next([...all], chosen, step));
          }
        },
      },
      over.signal,
    );
    signal.addEventListener('abort', () => finish('cancel'), { signal: over.signal });
  });
}

const BUTTONS = [
  ['teach_skip', 'skip'],
  ['teach_forget', 'forget'],
  ['teach_cancel', 'cancel'],
] as const satisfies readonly (readonly [WordKey, Picked])[];

/** The smallest candidate at a point, also one that is disabled or takes no pointer; else what is drawn there. */
function elementAt(x: number, y: number, candidates: string, ours: Element): Element | null {
  const area = (element: Element): number => {
    const { width, height } = element.getBoundingClientRect();
    return width * height;
  };
  const [smallest] = queryEverywhere(candidates)
    .filter((element) => isShown(element) && holds(element, x, y))
    .toSorted((one, other) => area(one) - area(other));
  return smallest ?? drawnAt(document, x, y, ours);
}

function drawnAt(root: DocumentOrShadowRoot, x: number, y: number, ours: Element): Element | null {
  const top = root.elementsFromPoint(x, y).find((element) => element !== ours) ?? null;
  const inner = top === null ? null : shadowRootOf(top);
  return inner === null || inner === root ? top : (drawnAt(inner, x, y, ours) ?? top);
}

function next(all: readonly Element[], from: Element | null, step: number): Element | null {
  const at = from === null ? -1 : all.indexOf(from);
  const first = step > 0 ? 0 : all.length - 1;
  return all[at < 0 ? first : (at + step + all.length) % all.length] ?? null;
}

function isShown(element: Element): boolean {
  return element.checkVisibility() && element.getBoundingClientRect().height > 0;
}
