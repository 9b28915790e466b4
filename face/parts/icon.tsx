import type { VNode } from 'preact';

/** Icons of css/icons.svg, from left to right. */
const ICONS = [
  'now',
  'approvals',
  'conversations',
  'jobs',
  'runs',
  'agents',
  'trail',
  'artifacts',
  'tools',
  'rules',
  'browsers',
  'resources',
  'numbers',
  'settings',
  'help',
  'more',
  'seek',
  'pause',
  'go',
] as const;

export type IconName = (typeof ICONS)[number];

/** A picture beside a word that says the same. */
export function Icon({ name }: { readonly name: IconName }): VNode {
  return <span class="icon" aria-hidden="true" style={{ '--icon': ICONS.indexOf(name) }} />;
}
