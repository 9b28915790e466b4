import { secretsKey, SecretValues } from '../../shared/lib/secret-values.ts';
import { allIn, attr, drawnIn, isConnected, isElement, type ShadowRootOf } from './dom.ts';
import {
  boxesWith,
  factsOf,
  isTextField,
  namesOf,
  TEXT_FIELDS,
  valueOfField,
} from './field-facts.ts';
import { type FieldFacts, isSecretField, secretParts } from './is-secret-field.ts';
import { isMaskedText } from './masked-drawing.ts';

/** Events that end the writing of a value, before its page can use it. */
const WRITTEN = ['input', 'change', 'focusout', 'submit', 'pagehide', 'keydown', 'click'];
/** How many elements of a page are asked for a shadow root. */
const MAX_HOSTS = 50_000;

/**
 * Which fields hold what nobody but the person and the site may read: nothing is typed into them, and what they hold is
 * remembered as `values`, and told nowhere. A field that was one stays one, also where the page shows it as text or
 * draws it anew; a value that was one stays one wherever it stands.
 */
export class SecretFields {
  readonly values = new SecretValues(secretsKey(crypto.getRandomValues(new Uint32Array(2))));
  readonly #shadowRootOf: ShadowRootOf;
  readonly #fields = new WeakSet<Element>();
  readonly #names = new Set<string>();
  readonly #roots = new Set<Document | ShadowRoot>();
  /** Last values of secret fields while they were written into: the page may empty them at once. */
  readonly #written = new Map<Element, string>();
  /** Decided since the page was looked through last. */
  #decided = new WeakMap<Element, boolean>();
  readonly #observer = new MutationObserver((changes) => this.#take(changes));

  constructor(shadowRootOf: ShadowRootOf) {
    this.#shadowRootOf = shadowRootOf;
    this.#watch(document);
    for (const root of shadowRootsIn(document, shadowRootOf)) this.#watch(root);
    for (const type of WRITTEN) {
      window.addEventListener(type, (event) => this.#heard(event), {
        capture: true,
        passive: true,
      });
    }
    this.look();
  }

  has(element: Element): boolean {
    if (this.#fields.has(element)) return true;
    const decided = this.#decided.get(element);
    if (decided !== undefined) return decided;
    const isSecret = isTextField(element) && this.#decide(element);
    this.#decided.set(element, isSecret);
    if (isSecret) this.#remember(element);
    else if (isTextField(element))
      for (const part of secretParts(valueOfField(element))) this.values.note(part);
    return isSecret;
  }

  /** Remembers what stands in the page's secret fields now. */
  look(): void {
    this.#take(this.#observer.takeRecords());
    for (const value of this.#written.values()) this.values.note(value);
    this.#written.clear();
    this.#decided = new WeakMap();
    for (const root of this.#roots) {
      if (root instanceof ShadowRoot && !isConnected(root.host)) this.#roots.delete(root);
      else for (const field of allIn(root, TEXT_FIELDS)) this.#lookAt(field);
    }
  }

  /** Text that the page draws as dots is as secret as a field. */
  lookAtText(text: Text, style: CSSStyleDeclaration): void {
    if (isMaskedText(style)) this.values.note(text.data);
  }

  #decide(element: Element): boolean {
    const isKnown = namesOf(element).some((name) => this.#names.has(name));
    const isInside = isInSecret(element, this.#fields);
    return isKnown || isInside || isSecretField(factsOf(element, false));
  }

  /** Remembers a secret field's value. The field stays secret for good, unless only its value made it secret. */
  #remember(element: Element): void {
    const value = valueOfField(element);
    this.values.note(value); // guard: secret-values
    this.values.note(attr(element, 'value') ?? '');
    const boxes = boxesWith(element);
    if (boxes.length > 0) this.values.note(boxes.map((box) => box.value).join(''));
    const facts = factsOf(element, false);
    this.values.note(facts.whole);
    if (isByValue(facts)) return;
    this.#fields.add(element);
    // guard: secret-fields
    for (const name of boxes.length > 0 ? [] : namesOf(element)) this.#names.add(name);
  }

  #lookAt(element: Element): void {
    if (this.has(element)) this.#remember(element);
  }

  #heard(event: Event): void {
    if (event.type === 'keydown' && (event as KeyboardEvent).key !== 'Enter') return;
    const [target] = event.composedPath();
    if (event.type === 'input') {
      if (target instanceof Element && this.has(target)) this.#writing(target);
    } else if (event.type === 'change' || event.type === 'focusout') {
      if (target instanceof Element) this.#lookAt(target);
    } else this.look();
  }

  /** Keeps only the last of a value that grows letter by letter. */
  #writing(field: Element): void {
    const [before = '', now] = [this.#written.get(field), valueOfField(field)];
    if (!now.startsWith(before) && !before.startsWith(now)) this.values.note(before);
    this.#written.set(field, now); // guard: emptied-at-once
  }

  #watch(root: Document | ShadowRoot): void {
    if (this.#roots.has(root)) return;
    this.#roots.add(root);
    this.#observer.observe(root, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['type'],
      attributeOldValue: true,
    });
  }

  /** Remembers secret fields that a page turns into text, or removes, before anyone has asked about them. */
  #take(changes: readonly MutationRecord[]): void {
    for (const { type, target, oldValue, addedNodes, removedNodes } of changes) {
      if (type === 'attributes') {
        if (oldValue?.toLowerCase() === 'password' && isElement(target)) this.#remember(target);
        continue;
      }
      for (const node of [...removedNodes, ...addedNodes]) {
        if (!isElement(node)) continue;
        for (const field of [node, ...allIn(node, TEXT_FIELDS)]) this.#lookAt(field);
        for (const root of shadowRootsIn(node, this.#shadowRootOf)) this.#watch(root);
      }
    }
  }
}

/** True: its value alone makes it secret. With another value it is not. */
function isByValue(facts: FieldFacts): boolean {
  return isSecretField(facts) && !isSecretField({ ...facts, value: '', whole: '' });
}

/** Returns whether the element is in a secret field: text in a part of an editable box is text of the box. */
function isInSecret(element: Element, fields: WeakSet<Element>): boolean {
  for (let around = drawnIn(element); around !== null; around = drawnIn(around)) {
    if (fields.has(around)) return true;
  }
  return false;
}

function shadowRootsIn(
  from: Document | ShadowRoot | Element,
  shadowRootOf: ShadowRootOf,
): ShadowRoot[] {
  const all = isElement(from) ? [from, ...allIn(from, '*')] : allIn(from, '*');
  return all.slice(0, MAX_HOSTS).flatMap((element) => {
    const root = shadowRootOf(element);
    return root === null ? [] : [root, ...shadowRootsIn(root, shadowRootOf)];
  });
}
