/**
 * The `ref` of the field that somebody begins with who opens a form. The attribute `autofocus` counts once for a document,
 * and after that within dialogs alone.
 */
export function beginHere(field: HTMLElement | null): void {
  field?.focus();
}
