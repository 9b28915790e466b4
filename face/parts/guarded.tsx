import { Component, type ComponentChildren, type VNode } from 'preact';
import { ErrorBoundary } from 'preact-iso/lazy';

interface GuardedProps {
  /** Where the page is: at another place, what failed is drawn anew. */
  readonly path: string;
  /** Drawn in the place of what failed; without it, nothing is. `again` draws what failed anew. */
  readonly instead?: (error: Error, again: () => void) => VNode;
  readonly onFault?: () => void;
  readonly children: ComponentChildren;
}

interface GuardedState {
  readonly fault: { readonly error: Error; readonly path: string } | null;
}

/** Limits an error to its children. Draws children that load later once they are loaded. */
export class Guarded extends Component<GuardedProps, GuardedState> {
  override state: GuardedState = { fault: null };

  static override getDerivedStateFromProps(
    { path }: GuardedProps,
    { fault }: GuardedState,
  ): GuardedState {
    return { fault: fault?.path === path ? fault : null };
  }

  override componentDidCatch(error: Error): void {
    this.setState({ fault: { error, path: this.props.path } });
    this.props.onFault?.();
  }

  override render(): VNode | null {
    const { instead, children } = this.props;
    const { fault } = this.state;
    if (fault === null) return <ErrorBoundary>{children}</ErrorBoundary>;
    return instead?.(fault.error, () => this.setState({ fault: null })) ?? null;
  }
}
