/** Finds it, or throws: markup and code of a page belong together. */
export function findElement<T extends Element>(
  root: Document,
  selector: string,
  kind: new () => T,
): T {
  const element = root.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`The page has no ${selector}.`);
  return element;
}
