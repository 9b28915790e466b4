import type { ResourcePart } from '../messages/resource-messages.ts';
import type { PagePart, ResourcePage } from './resource-page.ts';

/** Globals of the script in its own world of a frame. */
export interface PageScope {
  batonResource?: ResourcePage;
}

/** Gives the script that is there another part of it. */
export function teachPage(name: ResourcePart, part: PagePart): void {
  (globalThis as PageScope).batonResource?.learn(name, part);
}
