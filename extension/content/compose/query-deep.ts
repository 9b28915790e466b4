import { shadowRootOf } from './shadow-roots.ts';

/** Between the steps of a selector that leads into shadow roots: what is before it is the host. */
export const INTO_SHADOW = ' >>> ';

/** Finds what a selector names that may lead into shadow roots. */
export function queryPath(selector: string): Element[] {
  const [first = '', ...inner] = selector.split(INTO_SHADOW);
  return inner.reduce(
    (hosts, step) =>
      hosts.flatMap((host) => [...(shadowRootOf(host)?.querySelectorAll(step) ?? [])]),
    [...document.querySelectorAll(first)],
  );
}

/** Everything that a selector finds in the document and in all shadow roots. */
export function queryEverywhere(selector: string, root: ParentNode = document): Element[] {
  const inner = [...root.querySelectorAll('*')].flatMap((element) => {
    const shadow = shadowRootOf(element);
    return shadow === null ? [] : queryEverywhere(selector, shadow);
  });
  return [...root.querySelectorAll(selector), ...inner];
}

/** `querySelectorAll` that looks into shadow roots too, in document order; costly, so only where needed. */
export function queryDeep(selector: string, root: ParentNode = document): Element[] {
  const light = [...root.querySelectorAll(selector)];
  if (light.length > 0) return light;
  const found: Element[] = [];
  for (const element of root.querySelectorAll('*')) {
    const shadow = shadowRootOf(element);
    if (shadow !== null) found.push(...queryDeep(selector, shadow));
  }
  return found;
}
