const scope = globalThis as { batonOwn?: WeakSet<Element> };

/**
 * Elements that Baton itself drew into the page, which are no part of it. All scripts of ours in a frame share the set,
 * and no page sees it.
 */
export const ownElements: WeakSet<Element> = (scope.batonOwn ??= new WeakSet());
