import { Component, type ComponentChildren, type VNode } from 'preact';

interface ContentProps<T> {
  readonly item: T;
  readonly draw: (item: T) => ComponentChildren;
}

interface RowProps<T> extends ContentProps<T> {
  readonly y: number;
  readonly height: number;
  readonly place: number;
  readonly of: number;
  /** Tab leads to it. */
  readonly isFirst: boolean;
  readonly isChosen: boolean;
}

/** Drawn again only where something of it is another. */
abstract class Drawn<Props extends object> extends Component<Props> {
  override shouldComponentUpdate(next: Props): boolean {
    const { props } = this;
    return (Object.keys(next) as (keyof Props)[]).some((name) => next[name] !== props[name]);
  }
}

/** A row of a list. While somebody scrolls most stay, and where there come to be more, it is only their count. */
export class ListRow<T> extends Drawn<RowProps<T>> {
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
        <Content item={item} draw={draw} />
      </article>
    );
  }
}

class Content<T> extends Drawn<ContentProps<T>> {
  override render({ item, draw }: ContentProps<T>): ComponentChildren {
    return draw(item);
  }
}
