import type { VNode } from 'preact';

import { steeringShown, visibleJson } from '../../shared/lib/visible-text.ts';
import { word } from '../words/word.ts';
import { Mark, type Tone } from './mark.tsx';

export type RuleDecision = 'run' | 'ask' | 'deny';

const TONES: Readonly<Record<RuleDecision, Tone>> = { run: 'good', ask: 'busy', deny: 'bad' };

/** The decision of a rule, or of a risk. */
export function DecisionMark({ decision }: { readonly decision: RuleDecision }): VNode {
  return <Mark tone={TONES[decision]}>{word(`rule_${decision}`)}</Mark>;
}

/** Patterns of a rule, as they are written. */
export function Patterns({
  tool,
  params,
}: {
  readonly tool: string;
  readonly params: Readonly<Record<string, string>> | null;
}): VNode {
  return (
    <span class="patterns">
      <code>{steeringShown(tool)}</code>
      {Object.entries(params ?? {}).map(([name, pattern]) => (
        <code key={name}>
          {visibleJson(name)} = {visibleJson(pattern)}
        </code>
      ))}
    </span>
  );
}
