let isRunning = false;

/** `execCommand`: what it does to the page looks like a person's doing, down to events that are trusted. */
export function runCommand(name: string, value?: string): boolean {
  isRunning = true;
  try {
    return document.execCommand(name, false, value);
  } finally {
    isRunning = false;
  }
}

/** Is the event that is being dispatched now of a command of ours? They are dispatched before it returns. */
export function isOwnCommand(): boolean {
  return isRunning;
}
