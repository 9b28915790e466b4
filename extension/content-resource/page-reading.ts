import type { Target } from '../messages/resource-messages.ts';
import { describe, findTarget, type Found } from './find-target.ts';
import type { PageView } from './page-view.ts';
import type { PersonInput } from './person-input.ts';
import { roleOf } from './role.ts';
import { isDisabled } from './states.ts';
import { Walk } from './walk.ts';

/**
 * Functions of the first part that the other parts of the script use. The other parts are injected as files of their
 * own, only once they are needed: sharing these functions saves injecting them twice.
 */
export interface PageReading {
  readonly view: PageView;
  readonly person: PersonInput;
  readonly walk: () => Walk;
  readonly find: (target: Target) => Found;
  readonly describe: (element: Element) => string;
  readonly isSeen: (element: Element) => boolean;
  readonly isDisabled: (element: Element) => boolean;
  readonly roleOf: (element: Element) => string;
}

export function pageReading(view: PageView, person: PersonInput): PageReading {
  return {
    view,
    person,
    walk: () => new Walk(view),
    find: (target) => findTarget(view, target),
    describe: (element) => describe(view, element),
    isSeen: (element) => view.drawn.isThere(element),
    isDisabled,
    roleOf,
  };
}
