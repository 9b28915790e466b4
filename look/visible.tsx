import type { VNode } from 'preact';

import { steeringShown } from '../shared/lib/visible-text.ts';

/** Text of a model, a page or a tool: kept apart from ours, and nothing in it can hide or turn the line around. */
export function Visible({ text }: { readonly text: string }): VNode {
  return <bdi>{steeringShown(text)}</bdi>; // guard: steering-shown
}
