import { Component, type ComponentChildren, type VNode } from 'preact';

interface RowProps<T> {
  readonly item: T;
  readonly draw: (item: T) => ComponentChildren;
  readonly y: number;
  readonly height: number;
  readonly place: number;
  readonly of: number;
  /** Tab leads to it. */
  readonly isFirst: boolean;
  readonly isChosen: boolean;
}

/** A row of a list. Drawn again only where something of it is another: most rows stay while somebody scrolls. */
export class ListRow<T> extends Component<RowProps<T>> {
  override shouldComponentUpdate(next: RowProps<T>): boolean {
    const { props } = this;
    return (Object.keys(next) as (keyof RowProps<T>)[]).some((name) => next[name] !== props[name]);
  }

  override render({ item, draw, y, height, place, of, isFirst, isChosen }: RowProps<T>): VNode {
    return (
      <article
        class="row"
        style={{ height: `${height}px`, transform: `translateY(${y}px)` }}
        tabIndex={isFirst ? 0 : -1}
        aria-posinset={place}
        aria-setsize={of}
        aria-current={isChosen ? 'true' : undefined}
      >
        {draw(item)}
      </article>
    );
  }
}
