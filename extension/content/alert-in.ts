import { queryEverywhere } from './compose/query-deep.ts';

const ALERTS = '[role="alert"], [role="alertdialog"], [aria-live="assertive"]';
const MAX_LENGTH = 300;

/** Returns the last alert that a page shows a person; null: it shows none. */
export function alertIn(root: ParentNode): string | null {
  const shown = queryEverywhere(ALERTS, root).flatMap((alert) => {
    const isShown = alert instanceof HTMLElement && alert.checkVisibility();
    return isShown ? [alert.innerText.replace(/\s+/g, ' ').trim()] : [];
  });
  return shown.findLast((words) => words !== '')?.slice(0, MAX_LENGTH) ?? null;
}
