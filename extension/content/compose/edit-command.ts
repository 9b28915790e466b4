let isRunning = false;

/** `execCommand`: what it does to the page looks like a person's doing, down to events that are trusted. */
export function runEditCommand(name: string, value?: string): boolean {
  isRunning = true;
  try {
    return document.execCommand(name, false, value);
  } finally {
    isRunning = false;
  }
}

/** True while `runEditCommand` runs: events that are dispatched meanwhile are Baton's, though trusted. */
export function isEditCommandRunning(): boolean {
  return isRunning;
}
