const OWN_WINDOW = /^(?:|_self|_parent|_top)$/i;

/**
 * Runs a press and keeps the links that it would have followed into a window of their own: one browser would bring that to
 * the front, another would not open it.
 */
export function keepLinks(press: () => void): readonly string[] {
  const kept: string[] = [];
  const onClick = (event: Event): void => {
    if (event.defaultPrevented) return;
    const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
    if (!(link instanceof HTMLAnchorElement) || !leadsElsewhere(link)) return;
    event.preventDefault();
    kept.push(link.href);
  };
  // The last to hear of it: what the page prevents is prevented.
  window.addEventListener('click', onClick);
  try {
    press();
  } finally {
    window.removeEventListener('click', onClick);
  }
  return kept;
}

function leadsElsewhere(link: HTMLAnchorElement): boolean {
  const target = link.target || document.querySelector('base')?.target || '';
  if (OWN_WINDOW.test(target) || link.hasAttribute('download')) return false;
  return /^https?:$/.test(link.protocol) && !(target in window.frames);
}
