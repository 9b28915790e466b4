import type { ComponentChildren, VNode } from 'preact';
import { useRef } from 'preact/hooks';

import { Block } from '../../parts/block.tsx';
import { Guarded } from '../../parts/guarded.tsx';
import { loadLater } from '../../parts/load-later.ts';
import { useAnswer } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { MovingLine, NeedLine, WrongLine } from './lines.tsx';
import './now.css';
import type { Overview as OverviewNow } from './overview.ts';
import { Today } from './today.tsx';

const FirstSteps = loadLater(async () => (await import('./later.ts')).FirstSteps);

/** Open questions, work under way, and faults: one sentence each, with the best next step. */
export function Now(): VNode {
  const { state, again } = useAnswer('getOverview');
  return (
    <Block state={state} again={again}>
      {(overview) => <Overview overview={overview} />}
    </Block>
  );
}

function Overview({ overview }: { readonly overview: OverviewNow }): VNode {
  const { needs, needs_total: total, moving, wrong, browsers, today } = overview;
  const deliveries = useAnswer('getStatus').state.value.data?.jobs;
  const hasBegun = deliveries === undefined || Object.values(deliveries).some((count) => count > 0);
  const isQuiet = needs.length === 0 && moving.length === 0 && wrong.length === 0;
  // They stay where they are while a person follows them.
  const wasNew = useRef(false);
  wasNew.current ||= browsers.connected === 0 || (isQuiet && !hasBegun);
  const steps = (
    <Guarded path="/">
      <FirstSteps browsers={browsers} isNew={wasNew.current} />
    </Guarded>
  );
  return (
    <div class="now">
      {wasNew.current ? steps : needs.length === 0 && <p class="empty">{word('now_quiet')}</p>}
      <Lines title={word('now_needs')} count={total}>
        {needs.map((need) => (
          <NeedLine key={need.kind === 'approval' ? need.approval_id : need.job_id} need={need} />
        ))}
        {total > needs.length && (
          <li>
            <a href="/approvals">{word('now_more', total - needs.length)}</a>
          </li>
        )}
      </Lines>
      <Lines title={word('now_moving')} count={moving.length}>
        {moving.map((one) => (
          <MovingLine
            key={one.kind === 'delivery' ? one.job_id : one.instruction_id}
            moving={one}
          />
        ))}
      </Lines>
      <Lines title={word('now_wrong')} count={wrong.length}>
        {wrong.map((one, index) => (
          <WrongLine key={index} wrong={one} />
        ))}
      </Lines>
      <Today today={today} />
      {!wasNew.current && steps}
    </div>
  );
}

function Lines({
  title,
  count,
  children,
}: {
  readonly title: string;
  readonly count: number;
  readonly children: ComponentChildren;
}): VNode | null {
  if (count === 0) return null;
  return (
    <section aria-label={title}>
      <h2>
        {title} <span class="soft">{count}</span>
      </h2>
      <ul class="sentences">{children}</ul>
    </section>
  );
}
