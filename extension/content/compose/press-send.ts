import { waitForPage } from '../wait-for-page.ts';
import { queryDeep, queryPath } from './query-deep.ts';

const SEND_WORDS =
  /\b(?:send|submit|senden|envoyer|enviar|invia|wyślij|отправить)\b|发送|送信|傳送|보내기/i;
const NOT_SEND = /stop|cancel|voice|dictat|microphone|attach|upload|file/i;

/** Pages draw or enable the button only after they have seen the text. */
const BUTTON_WITHIN_MS = 3_000;
/** A page that has none, and stands still for so long after the text came in, draws none. */
const NO_BUTTON_AFTER_MS = 250;

/** The ways to send, in the order in which they are tried. */
const WAYS = ['button', 'enter', 'form'] as const;
export type PressWay = (typeof WAYS)[number];

export interface SendKeys {
  readonly find: () => HTMLElement | null;
  readonly buttonSelectors: readonly string[];
  /** Way that sent the last message here: it is tried first, and no other is waited for. Null: not known yet. */
  readonly known: PressWay | null;
  /** The page's own request left, or is held: nothing more is to be pressed. */
  readonly hasLeft: () => boolean;
  /** The composer still holds the text: an earlier press did nothing. */
  readonly stillThere: () => boolean;
  readonly signal: AbortSignal;
}

/** How long one way may take to show an effect before the next is tried. */
const EFFECT_WITHIN_MS = 5_000;

/**
 * Sends what the composer holds the way a person would: the button, else Enter, else the form. Gives the last way that
 * was tried; null when none was.
 */
export async function pressSend(keys: SendKeys): Promise<PressWay | null> {
  const { find, known, signal } = keys;
  const findButton = (): HTMLElement | null => sendButton(find(), keys.buttonSelectors);
  if (known === null || known === 'button') await untilButton(keys, findButton);

  const press = {
    button: () => pressButton(findButton()),
    enter: () => pressEnter(find()),
    form: () => submitForm(find()),
  } as const satisfies Record<PressWay, () => boolean>;
  const isOver = (): boolean => keys.hasLeft() || !keys.stillThere();
  let pressed: PressWay | null = null;
  for (const way of known === null ? WAYS : new Set([known, ...WAYS])) {
    if (signal.aborted || isOver()) break;
    if (!press[way]()) continue;
    pressed = way;
    await waitForPage(isOver, { withinMs: EFFECT_WITHIN_MS, signal });
  }
  return pressed;
}

/** One that is there and cannot be pressed yet is waited for; one that is not there is not, once the page stands still. */
async function untilButton(
  { find, buttonSelectors, known, signal }: SendKeys,
  findButton: () => HTMLElement | null,
): Promise<void> {
  const withinMs = BUTTON_WITHIN_MS;
  const isThere = (): boolean => buttonNear(find()) !== null;
  const isSure = buttonSelectors.length > 0 || known === 'button';
  if (isSure || (await waitForPage(isThere, { withinMs, stillMs: NO_BUTTON_AFTER_MS, signal })))
    await waitForPage(() => findButton() !== null, { withinMs, signal });
}

/** The button to press now; null while there is none that may be pressed. */
function sendButton(
  composer: HTMLElement | null,
  selectors: readonly string[],
): HTMLElement | null {
  if (selectors.length > 0) return pressableOf(selectors);
  const button = buttonNear(composer);
  return button !== null && isPressable(button) ? button : null;
}

/** Returns the first element by the selectors that may be pressed now. */
export function pressableOf(selectors: readonly string[]): HTMLElement | null {
  for (const selector of selectors) {
    const found = queryPath(selector)
      .filter((element) => element instanceof HTMLElement)
      .find(isPressable);
    if (found !== undefined) return found;
  }
  return null;
}

/** Finds the button by structure: in the nearest surrounding element with a button that submits or is named so. */
function buttonNear(composer: HTMLElement | null): HTMLElement | null {
  for (let around = composer && parentOf(composer); around !== null; around = parentOf(around)) {
    const buttons = queryDeep('button, [role="button"], input[type="submit"]', around)
      .filter((button) => button instanceof HTMLElement)
      .filter((button) => !NOT_SEND.test(nameOf(button)));
    const named = buttons.filter((button) => SEND_WORDS.test(nameOf(button)));
    const submits = buttons.filter((button) => button.matches('form [type="submit"]'));
    const button = named.at(-1) ?? submits.at(-1);
    if (button !== undefined) return button;
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
  const isNotPrevented = composer?.dispatchEvent(new KeyboardEvent('keydown', options)) === true;
  if (isNotPrevented) composer.dispatchEvent(new KeyboardEvent('keypress', options));
  composer?.dispatchEvent(new KeyboardEvent('keyup', options));
  return composer !== null;
}
