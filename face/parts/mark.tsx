import type { ComponentChildren, VNode } from 'preact';

export type Tone = 'good' | 'busy' | 'bad' | 'soft';

const SHAPES: Readonly<Record<Tone, string>> = { good: '●', busy: '↻', bad: '▲', soft: '○' };

/** A state: a shape and a word, never a colour alone. */
export function Mark({
  tone,
  children,
}: {
  readonly tone: Tone;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <span class="mark" data-tone={tone}>
      <span aria-hidden="true">{SHAPES[tone]}</span> {children}
    </span>
  );
}
