import { untilPage } from '../until-page.ts';
import { queryDeep } from './query-deep.ts';

const SEND_WORDS =
  /\b(?:send|submit|senden|envoyer|enviar|invia|wyślij|отправить)\b|发送|送信|傳送|보내기/i;
const NOT_SEND = /stop|cancel|voice|dictat|microphone|attach|upload|file/i;

/** Pages draw or enable the button only after they have seen the text. */
const BUTTON_WITHIN_MS = 3_000;

export interface SendKeys {
  readonly find: () => HTMLElement | null;
  readonly buttonSelectors: readonly string[];
  /** The page's own request left, or is held: nothing more is to be pressed. */
  readonly hasLeft: () => boolean;
  /** The composer still holds the text: an earlier press did nothing. */
  readonly stillThere: () => boolean;
  readonly signal: AbortSignal;
}

/** How long one way may take to show an effect before the next is tried. */
const EFFECT_WITHIN_MS = 5_000;

/** Sends what the composer holds the way a person would: the button, else Enter, else the form. */
export async function pressSend(keys: SendKeys): Promise<void> {
  const { find, signal } = keys;
  const findButton = (): HTMLElement | null => sendButton(find(), keys.buttonSelectors);
  await untilPage(() => findButton() !== null, { withinMs: BUTTON_WITHIN_MS, signal });

  const ways = [
    () => pressButton(findButton()),
    () => pressEnter(find()),
    () => submitForm(find()),
  ];
  for (const way of ways) {
    if (signal.aborted || keys.hasLeft() || !keys.stillThere()) return;
    if (!way()) continue;
    const moved = (): boolean => keys.hasLeft() || !keys.stillThere();
    await untilPage(moved, { withinMs: EFFECT_WITHIN_MS, signal });
  }
}

/** The button to press now; null while there is none that may be pressed. */
export function sendButton(
  composer: HTMLElement | null,
  selectors: readonly string[],
): HTMLElement | null {
  for (const selector of selectors) {
    const found = [...document.querySelectorAll<HTMLElement>(selector)].find(isPressable);
    if (found !== undefined) return found;
  }
  return selectors.length > 0 || composer === null ? null : buttonNear(composer);
}

/** By structure: the nearest surrounding element that has one button which submits or says so. */
function buttonNear(composer: HTMLElement): HTMLElement | null {
  for (let around = parentOf(composer); around !== null; around = parentOf(around)) {
    const buttons = queryDeep('button, [role="button"], input[type="submit"]', around)
      .filter((button) => button instanceof HTMLElement)
      .filter((button) => !NOT_SEND.test(nameOf(button)));
    const named = buttons.filter((button) => SEND_WORDS.test(nameOf(button)));
    const submits = buttons.filter((button) => button.matches('form [type="submit"]'));
    const button = named.at(-1) ?? submits.at(-1);
    if (button !== undefined) return isPressable(button) ? button : null;
    if (around.matches('form, main, body')) return null;
  }
  return null;
}

function parentOf(element: Element): Element | null {
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

function nameOf(button: Element): string {
  const names = ['aria-label', 'title', 'data-testid', 'name', 'value', 'id'];
  return [button.textContent, ...names.map((name) => button.getAttribute(name))].join(' ');
}

function isPressable(button: HTMLElement): boolean {
  return (
    !button.matches(':disabled, [aria-disabled="true"]') &&
    button.closest('[inert], [hidden]') === null &&
    button.checkVisibility()
  );
}

/** As the others: false where there was nothing to press, and so nothing to wait for. */
function pressButton(button: HTMLElement | null): boolean {
  button?.click();
  return button !== null;
}

function submitForm(composer: HTMLElement | null): boolean {
  const form = composer?.closest('form') ?? null;
  form?.requestSubmit();
  return form !== null;
}

function pressEnter(composer: HTMLElement | null): boolean {
  const key = { key: 'Enter', code: 'Enter', keyCode: 13, which: 13 };
  const options = { ...key, bubbles: true, cancelable: true, composed: true };
  const goesOn = composer?.dispatchEvent(new KeyboardEvent('keydown', options)) === true;
  if (goesOn) composer.dispatchEvent(new KeyboardEvent('keypress', options));
  composer?.dispatchEvent(new KeyboardEvent('keyup', options));
  return composer !== null;
}
