import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** A wide one holds lists, as the palette. */
  readonly wide?: boolean;
  /** true: the title is read to screen readers only. */
  readonly bare?: boolean;
}

/** The browser's own modal: it keeps the focus, and Esc or a press beside it closes it. */
export function Dialog({
  title,
  onClose,
  children,
  wide = false,
  bare = false,
}: DialogProps): VNode {
  const element = useRef<HTMLDialogElement>(null);
  const isHere = useRef(true);
  useEffect(() => {
    const dialog = element.current;
    dialog?.setAttribute('closedby', 'any');
    dialog?.showModal();
    return () => {
      isHere.current = false;
      dialog?.close();
    };
  }, []);

  // The browser tells that it closed a moment later: by then the next one may be open, and it is not meant.
  function close(): void {
    if (isHere.current) onClose();
  }

  return (
    <dialog
      ref={element}
      class={wide ? 'wide' : undefined}
      aria-label={title}
      onClose={close}
      onCancel={close}
    >
      {!bare && <h2>{title}</h2>}
      {children}
    </dialog>
  );
}
