import { clean, roleAndName } from '../../shared/lib/page-line.ts';
import { attr, drawnIn, focused, hasAttr, type ShadowRootOf } from './dom.ts';
import type { Drawn } from './drawn.ts';
import { DrawnNow } from './drawn-now.ts';
import { leads } from './leads.ts';
import { contentOf, drawnTextOf, nameOf, type Naming, withWordsOn } from './name.ts';
import { Refs, type Shown } from './refs.ts';
import { DOES, isControlRole, isEditable, isHeading, REGIONS, roleOf } from './role.ts';
import type { SecretFields } from './secret-fields.ts';
import { statesOf } from './states.ts';

export interface ViewOptions {
  /** Closed ones too where the browser opens them to an extension. */
  readonly shadowRootOf: ShadowRootOf;
  readonly secrets: SecretFields;
  /** Prefix of this frame's references, as `f2`; empty in the page itself. */
  readonly prefix: string;
  readonly firstRef: number;
}

/** One document, as it is told to an assistant: what each of its elements is, is called, and stands at. */
export class PageView {
  readonly shadowRootOf: ShadowRootOf;
  readonly prefix: string;
  readonly refs: Refs;
  readonly secrets: SecretFields;
  readonly naming: Naming;
  readonly #now: DrawnNow;
  /** The lines of the page as they were seen last, from its first; null: nobody looked yet. */
  seen: readonly string[] | null = null;

  constructor({ shadowRootOf, secrets, prefix, firstRef }: ViewOptions) {
    this.secrets = secrets;
    this.shadowRootOf = shadowRootOf;
    this.prefix = prefix;
    this.refs = new Refs(firstRef);
    this.naming = { shadowRootOf, secrets, drawn: () => this.drawn };
    this.#now = new DrawnNow(shadowRootOf);
  }

  get drawn(): Drawn {
    return this.#now.get();
  }

  /** A reading of the page that lets it go on in between. */
  read<Result>(reading: () => Promise<Result>): Promise<Result> {
    return this.#now.read(reading);
  }

  nameOf(element: Element, role: string): string {
    const isClickable = role === 'clickable';
    const name = nameOf(element, this.naming, isClickable ? undefined : role);
    const told = name || (isClickable ? clean(contentOf(element, this.naming)) : '');
    return this.blank(DOES.has(role) ? withWordsOn(element, told, this.naming) : told);
  }

  /** Removes the page's secrets from a text. Runs before anything is cut. */
  blank(text: string): string {
    return this.secrets.values.blank(text);
  }

  /** The states of a control as a line ends with them. */
  statesOf(element: Element, role: string): string {
    return statesOf(element, role, {
      secrets: this.secrets,
      focused: focused(this.shadowRootOf),
      inks: (of) => this.drawn.inks(of),
      drawnText: (of) => drawnTextOf(of, this.naming),
    });
  }

  /** Returns the role of a control: by ARIA, by its element, or `clickable` if made by the page; empty for the rest. */
  controlRole(element: Element, style: CSSStyleDeclaration, parentCursor: string): string {
    const role = roleOf(element);
    if (role === 'link' && !leads(linkOf(element))) return 'clickable';
    if (isControlRole(role)) return role;
    if (REGIONS.has(role) || isHeading(role) || role === 'iframe' || isEditable(element)) return '';
    const isPressed =
      hasAttr(element, 'onclick') ||
      /^\d+$/.test(attr(element, 'tabindex') ?? '') ||
      (style.cursor === 'pointer' && parentCursor !== 'pointer');
    return isPressed ? 'clickable' : '';
  }

  ref(element: Element, shown: Shown, kind: 'e' | 'f' = 'e'): string {
    return `${this.prefix}${kind}${this.refs.of(element, shown)}`;
  }

  /** The innermost region around it, as a line says it. */
  regionOf(element: Element): string {
    for (let around = drawnIn(element); around !== null; around = drawnIn(around)) {
      const role = roleOf(around);
      if (REGIONS.has(role)) return this.regionText(around, role);
    }
    return '';
  }

  regionText(element: Element, role: string): string {
    const name = this.nameOf(element, role);
    return roleAndName(role, name);
  }
}

function linkOf(element: Element): string | null {
  return attr(element, 'href') ?? attr(element, 'xlink:href');
}
