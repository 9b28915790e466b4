import type { ShadowRootOf } from '../content/compose/shadow-roots.ts';

/**
 * Reads nodes through the built-ins of their prototypes: a form exposes its fields under the names of its own methods
 * (`<input name="getAttribute">`), and a document its images and forms, in this world too.
 */
export function getterOf<Owner extends object, Key extends keyof Owner>(
  owner: Owner,
  key: Key,
): (of: Owner) => Owner[Key] {
  const accessor = Object.getOwnPropertyDescriptor(owner, key);
  if (accessor?.get === undefined) throw new Error(`${String(key)} is no accessor here.`);
  return (of) => accessor.get?.call(of) as Owner[Key];
}

const node = Node.prototype;
const element = Element.prototype;
const ofDocument = Document.prototype;

export const parentNodeOf = getterOf(node, 'parentNode');
export const firstChildOf = getterOf(node, 'firstChild');
export const nextSiblingOf = getterOf(node, 'nextSibling');
export const textContentOf = getterOf(node, 'textContent');
export const isConnected = getterOf(node, 'isConnected');
export const bodyOf = getterOf(ofDocument, 'body');
export const rootElementOf = getterOf(ofDocument, 'documentElement');
export const scrollingElementOf = getterOf(ofDocument, 'scrollingElement');
export const scrollLeftOf = getterOf(element, 'scrollLeft');
export const scrollTopOf = getterOf(element, 'scrollTop');
const tagNameOf = getterOf(element, 'tagName');
const slotOf = getterOf(element, 'assignedSlot');
const activeOf = getterOf(ofDocument, 'activeElement');

export function rootOf(of: Node): Node {
  return node.getRootNode.call(of);
}

/** In capitals for elements of HTML, whatever the document is. */
export function tagOf(of: Element): string {
  return tagNameOf(of).toUpperCase();
}

export function attr(of: Element, name: string): string | null {
  return element.getAttribute.call(of, name);
}

export function hasAttr(of: Element, name: string): boolean {
  return element.hasAttribute.call(of, name);
}

export function matches(of: Element, selector: string): boolean {
  return element.matches.call(of, selector);
}

export function closest(of: Element, selector: string): Element | null {
  return element.closest.call(of, selector);
}

/** The first in it, not looking into shadow roots. */
export function firstIn(of: Element, selector: string): Element | null {
  return element.querySelector.call(of, selector);
}

export function allIn(of: Element | Document | ShadowRoot, selector: string): Element[] {
  const from = isElement(of)
    ? element
    : of instanceof Document
      ? ofDocument
      : DocumentFragment.prototype;
  return [...from.querySelectorAll.call(of, selector)];
}

export function rectOf(of: Element): DOMRect {
  return element.getBoundingClientRect.call(of);
}

export function contains(outer: Node, inner: Node): boolean {
  return node.contains.call(outer, inner);
}

export function isElement(of: Node): of is Element {
  return of.nodeType === Node.ELEMENT_NODE;
}

export function isText(of: Node): of is Text {
  return of.nodeType === Node.TEXT_NODE;
}

/** Returns the element it is drawn in: its slot, its parent, or the host of its shadow root. */
export function drawnIn(of: Node): Element | null {
  const slot = isElement(of) ? slotOf(of) : null;
  const parent = slot ?? parentNodeOf(of);
  if (parent instanceof ShadowRoot) return parent.host;
  return parent !== null && isElement(parent) ? parent : null;
}

export type { ShadowRootOf };

/** Returns the nodes drawn in it: the shadow tree of a host, the assigned nodes of a slot. */
export function drawnChildren(of: Element, shadowRootOf: ShadowRootOf): readonly Node[] {
  const root = shadowRootOf(of);
  if (root !== null) return childrenOf(root);
  if (of instanceof HTMLSlotElement) {
    const assigned = of.assignedNodes({ flatten: true });
    if (assigned.length > 0) return assigned;
  }
  return childrenOf(of);
}

function childrenOf(of: Node): Node[] {
  const all: Node[] = [];
  for (let child = firstChildOf(of); child !== null; child = nextSiblingOf(child)) all.push(child);
  return all;
}

/** The element of that id in the same document or shadow root. */
export function byId(of: Element, id: string): Element | null {
  const root = rootOf(of);
  if (root instanceof ShadowRoot) return DocumentFragment.prototype.getElementById.call(root, id);
  return root instanceof Document ? ofDocument.getElementById.call(root, id) : null;
}

/** Returns the focused element of the same document or shadow root. */
export function activeIn(of: Element): Element | null {
  const root = rootOf(of);
  return root instanceof ShadowRoot ? root.activeElement : activeOf(document);
}

/** The element with the focus, in whatever shadow root. */
export function focused(shadowRootOf: ShadowRootOf): Element | null {
  let active = activeOf(document);
  for (;;) {
    const inner: Element | null = active && (shadowRootOf(active)?.activeElement ?? null);
    if (inner === null) return active;
    active = inner;
  }
}
