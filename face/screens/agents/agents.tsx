import type { VNode } from 'preact';
import { useLocation } from 'preact-iso/router';

import { word } from '../../words/word.ts';
import { Definitions } from './definitions.tsx';
import { Models } from './models.tsx';
import { Schedules } from './schedules.tsx';
import './agents.css';

const LOOKS = { agents: Definitions, schedules: Schedules, models: Models } as const;

const NAMES = Object.keys(LOOKS) as readonly (keyof typeof LOOKS)[];

/** Language models with a task: what each is told, when they work by themselves, and the models that answer them. */
export function Agents(): VNode {
  const { query } = useLocation();
  const shown = NAMES.find((one) => one === query['show']) ?? 'agents';
  const Look = LOOKS[shown];
  return (
    <>
      <nav class="tabs of-list" aria-label={word('agents_tabs')}>
        {NAMES.map((one) => (
          <a
            key={one}
            href={one === 'agents' ? '/agents' : `/agents?show=${one}`}
            aria-current={one === shown ? 'true' : undefined}
          >
            {word(`agents_${one}`)}
          </a>
        ))}
      </nav>
      <Look />
    </>
  );
}
