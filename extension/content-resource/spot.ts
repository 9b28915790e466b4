import { type Box, type BoxClip, type Clip, isScroller } from './boxes.ts';
import { getterOf, hasAttr, matches, rectOf, tagOf } from './dom.ts';
import { overflowClip, shapeClip, viewportClip } from './clips.ts';
import { type PaintKey, PHASE, phaseOf } from './paint-order.ts';

const offsetWidthOf = getterOf(HTMLElement.prototype, 'offsetWidth');
const offsetHeightOf = getterOf(HTMLElement.prototype, 'offsetHeight');

/** An element that is laid out, with what is around it as it is drawn. Whatever is asked is looked up once. */
export class Spot {
  readonly element: Element;
  readonly parent: Spot | null;
  readonly style: CSSStyleDeclaration;
  readonly depth: number;
  /** true: it has no box, so its box styles have no effect. */
  readonly isBoxless: boolean;
  /** true: it stays in place while the page is scrolled, or for a part of the way. */
  readonly isFloating: boolean;
  /** true: it, or an ancestor, may be painted beneath the background of its container. */
  readonly maySink: boolean;
  /** Index among all elements, and that of its last descendant. */
  readonly order: number;
  after: number;
  #rect: DOMRect | null = null;
  #clips: readonly Clip[] | null = null;
  #around: readonly Clip[] | null = null;
  #fixed: readonly Clip[] | null = null;
  #key: PaintKey | null = null;
  #ground: PaintKey | null = null;
  #text: PaintKey | null = null;

  constructor(element: Element, parent: Spot | null, style: CSSStyleDeclaration, order: number) {
    this.element = element;
    this.parent = parent;
    this.style = style;
    this.depth = (parent?.depth ?? -1) + 1;
    this.isBoxless = style.display === 'contents';
    this.isFloating =
      parent?.isFloating === true || /^(?:fixed|sticky|-webkit-sticky)$/.test(style.position);
    this.maySink = parent?.maySink === true || style.zIndex.startsWith('-');
    this.order = order;
    this.after = order;
  }

  get rect(): DOMRect {
    return (this.#rect ??= rectOf(this.element));
  }

  get isRoot(): boolean {
    return this.parent === null;
  }

  /** The size of its box before it was transformed, and how much that changed it. */
  get scale(): { readonly x: number; readonly y: number } {
    const { width, height } = this.rect;
    if (!(this.element instanceof HTMLElement)) return { x: 1, y: 1 };
    const [own, high] = [offsetWidthOf(this.element), offsetHeightOf(this.element)];
    return { x: own === 0 ? 1 : width / own, y: high === 0 ? 1 : height / high };
  }

  isWithin(outer: Spot): boolean {
    if (this.depth <= outer.depth) return this === outer;
    return this.parent?.isWithin(outer) ?? false;
  }

  /** Clips on its content, from the innermost. */
  get clips(): readonly Clip[] {
    if (this.#clips !== null) return this.#clips;
    const own = this.isBoxless ? null : overflowClip(this);
    return (this.#clips = own === null ? this.around : [{ kind: 'box', box: own }, ...this.around]);
  }

  /** Clips on its own box. */
  get around(): readonly Clip[] {
    if (this.#around !== null) return this.#around;
    const outer = this.#outer();
    const own = this.isBoxless ? [] : shapeClip(this);
    return (this.#around = own.length === 0 ? outer : [...own, ...outer]);
  }

  #outer(): readonly Clip[] {
    const { parent } = this;
    if (parent === null) return [viewportClip(true)];
    const { position } = this.style;
    if (position !== 'absolute' && position !== 'fixed') return parent.clips;
    const isFixed = position === 'fixed';
    let holder: Spot | null = parent;
    while (holder !== null && !(isFixed ? holder.#holdsFixed : holder.holdsAbsolute))
      holder = holder.parent;
    const held = holder?.clips ?? (isFixed ? this.#root.#window : this.#root.around);
    // Whatever holds it, the shapes around it are cut out of all that is in them.
    const shapes = parent.clips.filter((clip) => clip.kind === 'shape' && !held.includes(clip));
    return shapes.length === 0 ? held : [...shapes, ...held];
  }

  get #root(): Spot {
    return this.parent === null ? this : this.parent.#root;
  }

  /** Clip on content that is fixed in the window. */
  get #window(): readonly Clip[] {
    return (this.#fixed ??= [viewportClip(false)]);
  }

  get scrollers(): readonly BoxClip[] {
    return this.around.flatMap((clip) =>
      clip.kind === 'box' && isScroller(clip.box) ? [clip.box] : [],
    );
  }

  get holdsAbsolute(): boolean {
    return this.style.position !== 'static' || this.#holdsFixed;
  }

  /**
   * Returns whether it also holds fixed content: transformed, moved or contained elements do
   * (https://drafts.csswg.org/css-transforms/#containing-block-for-all-descendants).
   */
  get #holdsFixed(): boolean {
    const { style } = this;
    if (this.isRoot) return false;
    return (
      this.#isMoved ||
      style.filter !== 'none' ||
      (style.backdropFilter ?? 'none') !== 'none' ||
      /paint|layout|strict|content/.test(style.contain) ||
      /transform|perspective|filter|contain/.test(style.willChange) ||
      style.contentVisibility === 'auto'
    );
  }

  get #isMoved(): boolean {
    const { transform, perspective, translate, scale, rotate, transformStyle } = this.style;
    return (
      [transform, perspective, translate, scale, rotate].some((each) => each !== 'none') ||
      transformStyle === 'preserve-3d'
    );
  }

  /** When its own ground is painted. */
  get groundKey(): PaintKey {
    return (this.#ground ??= this.#groundKey());
  }

  #groundKey(): PaintKey {
    const { parent } = this;
    if (parent === null || this.#isWhole) return this.contentKey;
    const isInline = /^(?:inline|contents)$/.test(this.style.display);
    const phase = isInline ? PHASE.inline : PHASE.blocks;
    return [...parent.contentKey, { phase, order: this.order }];
  }

  /** When text straight in it is painted. */
  get textKey(): PaintKey {
    return (this.#text ??= [...this.contentKey, { phase: PHASE.inline, order: this.order }]);
  }

  /** Paint key of the innermost context, at or around its content, that is painted as a whole. */
  get contentKey(): PaintKey {
    return (this.#key ??= this.#contentKey());
  }

  #contentKey(): PaintKey {
    const { parent, order } = this;
    if (parent === null) return [];
    if (this.isOnTop) return [{ phase: PHASE.top, order }];
    const z = this.#zIndex;
    if (z !== null) return [...parent.#stackingKey, { phase: phaseOf(z), order }];
    if (this.#isPositioned) return [...parent.#stackingKey, { phase: PHASE.positioned, order }];
    if (this.style.float !== 'none') return [...parent.contentKey, { phase: PHASE.floats, order }];
    const isAtomic = /^inline-|^ruby/.test(this.style.display) || parent.#hasItems;
    return isAtomic ? [...parent.contentKey, { phase: PHASE.inline, order }] : parent.contentKey;
  }

  /** Paint key of the innermost stacking context, this one or one around it. */
  get #stackingKey(): PaintKey {
    const { parent } = this;
    if (parent === null || this.#zIndex !== null || this.isOnTop) return this.contentKey;
    return parent.#stackingKey;
  }

  /** Returns the paint key of a positioned thing that is painted beside its content. */
  keyBeside(z: number, order: number): PaintKey {
    return [...this.#stackingKey, { phase: phaseOf(z), order }];
  }

  get #isWhole(): boolean {
    return this.contentKey !== this.parent?.contentKey;
  }

  get #hasItems(): boolean {
    return /flex|grid/.test(this.style.display);
  }

  get #isPositioned(): boolean {
    return this.style.position !== 'static' && !this.isBoxless;
  }

  /** A modal dialog or a popover, over everything else. */
  get isOnTop(): boolean {
    const { element } = this;
    if (tagOf(element) !== 'DIALOG' && !hasAttr(element, 'popover')) return false;
    return matches(element, ':modal') || matches(element, ':popover-open');
  }

  /** z-index of a stacking context; null: it is none. */
  get #zIndex(): number | null {
    const { style } = this;
    if (this.isBoxless) return null;
    const z = Number(style.zIndex);
    const isItem = this.parent !== null && this.parent.#hasItems;
    const takesZ = this.#isPositioned || isItem;
    if (takesZ && !Number.isNaN(z)) return z;
    const isContext =
      /^(?:fixed|sticky|-webkit-sticky)$/.test(style.position) ||
      Number(style.opacity) < 1 ||
      style.mixBlendMode !== 'normal' ||
      style.isolation === 'isolate' ||
      style.clipPath !== 'none' ||
      maskOf(style) !== 'none' ||
      /opacity|z-index|position/.test(style.willChange) ||
      this.#holdsFixed;
    return isContext ? 0 : null;
  }
}

export function maskOf(style: CSSStyleDeclaration): string {
  return style.maskImage || style.webkitMaskImage || 'none';
}

/** The box of an element or a line, without what else a rectangle has. */
export function boxOf({ left, top, right, bottom }: DOMRect): Box {
  return { left, top, right, bottom };
}
