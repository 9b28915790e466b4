import type {
  ActAsk,
  ActResult,
  PageOutcome,
  ResourceRequest,
  Target,
} from '../messages/resource-messages.ts';
import { CallMemory } from './call-memory.ts';
import { quoted } from '../../shared/lib/page-line.ts';
import { differenceSince, seenLines } from './difference.ts';
import { focused } from './dom.ts';
import { chooseOptions, putFiles, scrollPage, turnTo } from './field-acts.ts';
import { keepLinks } from './held-links.ts';
import { pressKey } from './keyboard.ts';
import { moment } from './moment.ts';
import { moveFocusTo } from './move-focus.ts';
import type { PageReading } from './page-reading.ts';
import { Pointer } from './pointer.ts';
import { isGravePress, otherControl, secretSentBy, unnamedOption } from './pressed-there.ts';
import { problem } from './problem.ts';
import { elementAt, type Point, readiness } from './readiness.ts';
import { watchPage } from './settle.ts';
import { isField, typeText } from './type-text.ts';

const DEFAULT_PATIENCE_MS = 5_000;
const LOOK_MS = 50;
const EDITABLE =
  'input:not([type="hidden"]),textarea,[contenteditable]:not([contenteditable="false" i])';

type Refusal = Extract<PageOutcome, { ok: false }>;
type Done = { readonly ok: true; readonly said: Readonly<Record<string, unknown>> } | Refusal;
interface Ready {
  readonly ok: true;
  readonly element: Element;
  readonly at: Point;
  /** Element in front at that point; null: the act needs no point. */
  readonly hit: Element | null;
}

/** They need the element, and no place of it. */
const POINTLESS: readonly string[] = ['scroll', 'upload', 'select', 'press'];
const CANCELLED = 'It was cancelled before anything was done.';

/** Does in the page what a person's hand would: one act at a time, each once. */
export class Acting {
  readonly memory = new CallMemory();
  readonly #reading: PageReading;
  readonly #cancelled = new Set<string>();
  /** Changes by the last act, once the page rests. */
  #settling: { readonly callId: string; readonly end: Promise<PageOutcome> } | null = null;
  /** Target of the last call that was prepared. */
  #prepared: { readonly callId: string; readonly ready: Ready } | null = null;

  constructor(reading: PageReading) {
    this.#reading = reading;
  }

  async run(request: ResourceRequest & ActAsk): Promise<PageOutcome> {
    // guard: acts-once
    if (this.memory.of(request.call_id) !== 'none') return this.settle(request.call_id);
    if (this.#cancelled.has(request.call_id)) return problem('cancelled', CANCELLED);
    // From here on the page has it: whoever asks later is not to have it done beside this one.
    this.memory.begin(request.call_id);
    const outcome = await this.#perform(request);
    if (!outcome.ok) this.memory.end(request.call_id, outcome);
    this.#cancelled.delete(request.call_id);
    return outcome;
  }

  /** Returns the outcome of the act and its changes, once the page rests. */
  async settle(callId: string): Promise<PageOutcome> {
    const outcome = await this.ended(callId);
    if (outcome === 'none') return problem('outcome_unknown', 'It was not done on this page.');
    return outcome ?? problem('outcome_unknown', 'The page took it, and has not ended it.');
  }

  /** As its memory says; of what was done and has yet to settle, once it has. */
  async ended(callId: string): Promise<PageOutcome | null | 'none'> {
    const { callId: settling, end } = this.#settling ?? {};
    return settling === callId && end !== undefined ? end : this.memory.of(callId);
  }

  /** Waits for its element: whoever asks for the act next has it done at once. */
  async prepare(request: ResourceRequest & ActAsk): Promise<PageOutcome> {
    const { call_id } = request;
    if (this.memory.of(call_id) === 'none') {
      const deadline = performance.now() + (request.args.timeout_ms ?? DEFAULT_PATIENCE_MS);
      const ready = await this.#awaited(request, deadline);
      if (!ready.ok) return ready;
      this.#prepared = { callId: call_id, ready };
    }
    return { ok: true, result: { prepared: true } };
  }

  /** Ends it while it waits for its element, or before it came here; what is being done is done. */
  cancel(callId: string): void {
    const known = this.memory.of(callId);
    if (known === null || known === 'none') this.#cancelled.add(callId);
  }

  async #perform(request: ResourceRequest & ActAsk): Promise<PageOutcome> {
    const deadline = performance.now() + (request.args.timeout_ms ?? DEFAULT_PATIENCE_MS);
    const ready = this.#stillReady(request) ?? (await this.#awaited(request, deadline));
    if (!ready.ok) return ready;
    const before = {
      lines: await seenLines(this.#reading),
      url: location.href,
      title: document.title,
    };
    const watch = watchPage(typesOnly(request) ? ready.element : null);
    const done = await this.#do(request, ready, deadline);
    if (!done.ok) {
      await watch.settled();
      return done;
    }
    const settled = async (): Promise<PageOutcome> => {
      await watch.settled();
      const outcome: PageOutcome = { ok: true, result: await this.#result(done.said, before) };
      this.memory.end(request.call_id, outcome);
      return outcome;
    };
    this.#settling = { callId: request.call_id, end: settled() };
    return { ok: true, result: { done: done.said } };
  }

  async #result(
    said: Readonly<Record<string, unknown>>,
    before: { readonly lines: readonly string[]; readonly url: string; readonly title: string },
  ): Promise<ActResult> {
    const { href } = location;
    const { title } = document;
    const changed = {
      url: href === before.url ? null : href,
      title: title === before.title ? null : title,
      diff: await differenceSince(this.#reading, before.lines),
    };
    return { ...said, changed, trusted: false };
  }

  async #awaited(request: ResourceRequest & ActAsk, deadline: number): Promise<Ready | Refusal> {
    const rest = this.#reading.person.restMs();
    if (performance.now() + rest > deadline) {
      return problem('person_active', 'The person uses this page. Try again when they are done.');
    }
    if (rest > 0) await moment(rest);
    const ready = await this.#ready(request, deadline);
    return ready.ok ? (this.#refusal(request, ready) ?? ready) : ready;
  }

  /** Null: nothing was prepared for it, or the page is no more as it was then. */
  #stillReady(request: ResourceRequest & ActAsk): Ready | Refusal | null {
    const { callId, ready } = this.#prepared ?? {};
    this.#prepared = null;
    if (callId !== request.call_id || ready === undefined || this.#reading.person.restMs() > 0)
      return null;
    const { element, at, hit } = ready;
    if (!element.isConnected || this.#reading.isDisabled(element)) return null;
    if (hit !== null && elementAt(this.#reading.view, at) !== hit) return null;
    return this.#refusal(request, ready) ?? ready;
  }

  /** The element, once it can be acted on. Keys and scrolling go to the page where none is named. */
  async #ready(request: ResourceRequest & ActAsk, deadline: number): Promise<Ready | Refusal> {
    const target = request.verb === 'drag' ? request.args.from : request.args;
    const isNamed = (target.ref ?? target.selector ?? target.role) !== undefined;
    if (!isNamed && (request.verb === 'press' || request.verb === 'scroll')) {
      const element = focused(this.#reading.view.shadowRootOf) ?? document.documentElement;
      return { ok: true, element, at: { x: 0, y: 0 }, hit: null };
    }
    const isCancelled = (): boolean => this.#cancelled.has(request.call_id);
    if (POINTLESS.includes(request.verb))
      return this.#readyTarget(target, deadline, null, isCancelled);
    const offset = request.verb === 'click' ? request.args.at : undefined;
    const point = { offset, atRest: request.verb !== 'type' };
    return this.#readyTarget(target, deadline, point, isCancelled);
  }

  async #readyTarget(
    target: Target,
    deadline: number,
    point: Parameters<typeof readiness>[2] | null,
    isCancelled: () => boolean,
  ): Promise<Ready | Refusal> {
    for (;;) {
      if (isCancelled()) return problem('cancelled', CANCELLED);
      const found = this.#reading.find(target);
      const isLate = performance.now() >= deadline;
      if (!found.ok) {
        if (isLate || target.ref !== undefined || found.error_code !== 'element_gone') return found;
      } else if (point === null)
        return { ok: true, element: found.element, at: { x: 0, y: 0 }, hit: null };
      else {
        const state = await readiness(this.#reading, found.element, point);
        if (state.ready) {
          const { element, at } = state;
          return { ok: true, element, at, hit: elementAt(this.#reading.view, at) };
        }
        if (isLate) {
          const what = this.#reading.describe(found.element);
          return problem('not_actionable', `${what} is ${state.why}.`);
        }
      }
      await moment(LOOK_MS);
    }
  }

  /** Why it is not to be done, now that it is known where. */
  #refusal(request: ResourceRequest & ActAsk, { element, hit }: Ready): Refusal | null {
    const { verb, args, expect = null } = request;
    const wanted = expect?.target;
    const { view, person, roleOf, describe } = this.#reading;
    const pressed = verb === 'click' ? within(element, hit) : element;
    if (wanted !== undefined) {
      const role = view.controlRole(element, getComputedStyle(element), '') || roleOf(element);
      const name = view.nameOf(element, role);
      // guard: shown-is-pressed
      if (role !== wanted.role || name !== wanted.name) {
        const is = describe(element);
        return problem(
          'page_changed',
          `What was ${wanted.role} ${quoted(wanted.name)} is ${is} now.`,
        );
      }
    }
    const other = wanted === undefined ? null : otherControl(view, pressed, element);
    // guard: pressed-inside
    if (other !== null)
      return problem('not_actionable', `${describe(other)} lies there: name it by itself.`);
    const isUnasked = expect !== null && expect.sends_secret !== true; // guard: unjudged-secrets
    const secret = isUnasked ? secretSentBy(this.#reading, request, pressed) : null;
    if (secret !== null) {
      const text = `It would send what stands in ${describe(secret)}. Take a snapshot of both, and ask for it again.`;
      return problem('page_changed', text);
    }
    // guard: unjudged-forms
    if (expect?.plain === true && isGravePress(view, request, pressed)) {
      const text = `${describe(pressed)} sends a form, or stands by an amount of money. Take a snapshot, and ask for it again.`;
      return problem('page_changed', text);
    }
    // guard: chosen-by-words
    const option = expect?.plain === true ? unnamedOption(request, element) : null;
    if (option !== null) {
      const words = option === '' ? 'its words' : `its words, ${quoted(option)}`;
      return problem('invalid_params', `Choose it by ${words}.`);
    }
    const field = verb === 'type' || verb === 'press' ? editableIn(element) : null;
    if (field !== null && view.secrets.has(field)) {
      return problem(
        'secret_field',
        'This field is for a password, a card or a code: have the person fill it in.',
      );
    }
    if (verb !== 'type' || field === null || args.replace === false) return null;
    const isDraft = person.wroteInto(field) && isField(field) && field.value !== '';
    return isDraft
      ? problem('draft_present', 'The person wrote into this field. replace:false adds to it.')
      : null;
  }

  async #do(
    request: ResourceRequest & ActAsk,
    { element, at }: Ready,
    deadline: number,
  ): Promise<Done> {
    switch (request.verb) {
      case 'click': {
        const { button = 'left', count = 1, modifiers = [] } = request.args;
        const target = within(element, elementAt(this.#reading.view, at));
        const press = (): void => new Pointer(at, modifiers).press(target, { button, count });
        return { ok: true, said: { clicked: true, ...linksOf(request, press) } };
      }
      case 'hover':
        new Pointer(at).moveOnto(within(element, elementAt(this.#reading.view, at)));
        return { ok: true, said: {} };
      case 'type':
        return this.#type(element, request.args);
      case 'select':
        return chooseOptions(element, request.args.values);
      case 'check':
        return turnTo(element, request.args.on);
      case 'press': {
        if (request.args.ref ?? request.args.selector ?? request.args.role) focusOn(element);
        return { ok: true, said: linksOf(request, () => pressKey(element, request.args.key)) };
      }
      case 'scroll':
        return scrollPage(element, request.args);
      case 'drag': {
        const to = await this.#readyTarget(
          request.args.to,
          deadline,
          { atRest: true },
          () => false,
        );
        return to.ok ? this.#drag(element, at, to) : to;
      }
      case 'upload':
        return putFiles(element, request.args.files);
      default:
        return problem('unsupported_verb', 'The page knows no such verb.');
    }
  }

  async #type(
    element: Element,
    {
      text,
      replace = true,
      keys = false,
      submit = false,
    }: Extract<ActAsk, { verb: 'type' }>['args'],
  ): Promise<Done> {
    const field = editableIn(element);
    if (field === null) {
      return problem('invalid_params', `${this.#reading.describe(element)} takes no text.`);
    }
    if (!(await typeText(field, { text, replace, keys }))) {
      const value = isField(field) && field.value !== '' ? `: it holds ${quoted(field.value)}` : '';
      return problem(
        'not_actionable',
        `${this.#reading.describe(element)} did not take the text${value}.`,
      );
    }
    if (submit) pressKey(field, 'Enter');
    return { ok: true, said: { typed: text.length } };
  }

  #drag(from: Element, at: Point, { element: to, at: end }: Ready): Done {
    const start = new Pointer(at);
    const rest = new Pointer(end);
    const data = new DataTransfer();
    start.moveOnto(from);
    start.down(from, { button: 0, buttons: 1 });
    const isNative = from.closest('[draggable="true"],a[href],img') !== null;
    if (isNative && start.drag(from, 'dragstart', data)) {
      rest.drag(to, 'dragenter', data);
      rest.drag(to, 'dragover', data);
      rest.drag(to, 'drop', data);
      rest.drag(from, 'dragend', data);
      return { ok: true, said: {} };
    }
    const middle = new Pointer({ x: (at.x + end.x) / 2, y: (at.y + end.y) / 2 });
    for (const pointer of [middle, rest]) {
      pointer.pointer(to, 'pointermove', { buttons: 1 });
      pointer.mouse(to, 'mousemove', { buttons: 1 });
    }
    rest.up(to, { button: 0, buttons: 0 });
    return { ok: true, said: {} };
  }
}

/** Returns the target of a press: the hit inside the element; else the element, as its own label is drawn over it. */
function within(element: Element, hit: Element | null): Element {
  return hit !== null && (hit === element || element.contains(hit)) ? hit : element;
}

/** Text that comes into a field, and sends nothing. */
function typesOnly({ verb, args }: ResourceRequest & ActAsk): boolean {
  return verb === 'type' && args.submit !== true;
}

/** Presses, and returns links that would open a new window. */
function linksOf(
  { keep_links }: ResourceRequest,
  press: () => void,
): { links?: readonly string[] } {
  if (keep_links !== true) {
    press();
    return {};
  }
  const links = keepLinks(press);
  return links.length > 0 ? { links } : {};
}

function focusOn(element: Element): void {
  if (element instanceof HTMLElement) moveFocusTo(element);
}

/** The field itself, or the one that what looks like a field is drawn around. */
function editableIn(element: Element): HTMLElement | null {
  const isOne = element.matches(EDITABLE);
  const field = isOne ? element : element.querySelector(EDITABLE);
  if (!(field instanceof HTMLElement)) return null;
  const isText =
    !(field instanceof HTMLInputElement) ||
    !/^(?:checkbox|radio|file|button|submit|reset|image)$/.test(field.type);
  return isText && !(isField(field) && field.readOnly) ? field : null;
}
