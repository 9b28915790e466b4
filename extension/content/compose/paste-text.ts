/** Sites turn one long paste into an attached file: ChatGPT from 5,000 or 10,000 characters on. */
const MAX_PASTE_LENGTH = 4_000;

/** Cuts before line breaks where it can, so that a piece begins where the one before left off. */
export function inPieces(text: string, put: (piece: string) => boolean): boolean {
  for (let start = 0; start < text.length;) {
    const limit = start + MAX_PASTE_LENGTH;
    const lineBreak = limit < text.length ? text.lastIndexOf('\n', limit) : text.length;
    const end = lineBreak > start ? lineBreak : wholeCharacters(text, limit);
    if (!put(text.slice(start, end))) return false;
    start = end;
  }
  return true;
}

/** Never between the two halves of a surrogate pair. */
function wholeCharacters(text: string, end: number): number {
  return /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end;
}

/** An editor that takes a paste says so by preventing the default; there is none for an untrusted event. */
export function paste(composer: HTMLElement, data: Readonly<Record<string, string>>): boolean {
  return !composer.dispatchEvent(pasteEvent(data));
}

/**
 * Firefox drops `clipboardData` but fills its own from `dataType` and `data`. What this world adds to that,
 * the page may not read; what is added through the page's own view of the event, it may.
 */
function pasteEvent(data: Readonly<Record<string, string>>): ClipboardEvent {
  const clipboardData = new DataTransfer();
  for (const [type, value] of Object.entries(data)) clipboardData.setData(type, value);
  const firefoxOnly = { dataType: 'text/plain', data: data['text/plain'] };
  const options = {
    bubbles: true,
    cancelable: true,
    composed: true,
    clipboardData,
    ...firefoxOnly,
  };
  const event: PageView<ClipboardEvent> = new ClipboardEvent('paste', options);
  for (const [type, value] of Object.entries(data)) {
    event.wrappedJSObject?.clipboardData?.setData(type, value);
  }
  return event;
}

/** In Firefox, an object of the page as the page sees it. */
type PageView<Thing> = Thing & { readonly wrappedJSObject?: Thing };
