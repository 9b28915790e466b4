import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';

import { Block } from '../../parts/block.tsx';
import { useKeys } from '../../parts/keys.ts';
import { List, NewRows } from '../../parts/list.tsx';
import { RuleForm } from '../../parts/rule-form.tsx';
import { isOfTool, type Rule } from '../../parts/rule-wish.ts';
import { useSteady } from '../../parts/steady.ts';
import { Visible } from '../../../look/visible.tsx';
import { useMay } from '../../store/may.ts';
import { useAnswer, useToast } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { ByRisk } from './by-risk.tsx';
import { RemoveRule } from './remove-rule.tsx';
import { RuleRow } from './rule-row.tsx';
import './rules.css';

const idOf = ({ rule_id: id }: Rule): string => id;

/** Permissions: the decision for each risk, and the rules above it in the order in which they win. */
export function Rules(): VNode {
  const { state, again } = useAnswer('listPolicyRules');
  return (
    <>
      <ByRisk />
      <Block state={state} again={again}>
        {({ items }) => <Beside rules={items} />}
      </Block>
    </>
  );
}

function Beside({ rules }: { readonly rules: readonly Rule[] }): VNode {
  const { query, route } = useLocation();
  const of = query['tool'];
  const toast = useToast();
  const chosen = useRoute().params['id'];
  const fitting = of === undefined ? rules : rules.filter(({ tool }) => isOfTool(tool, of));
  const steady = useSteady(fitting, idOf);
  const [leaving, leave] = useState<Rule | null>(null);
  const mayChange = useMay('full');
  const edited = rules.find((rule) => idOf(rule) === chosen) ?? null;
  const close = (): void => route('/rules');
  const fits = useAnswer('countRuleFits').state.value.data;

  useKeys(
    'place_rules',
    mayChange
      ? [
          { keys: 'n', says: 'rule_new', run: () => route('/rules/new') },
          {
            keys: 'Delete',
            says: 'rule_remove',
            run: () => leave(edited),
          },
        ]
      : [],
  );

  const isOpen = mayChange && (chosen === 'new' || edited !== null);
  return (
    <div class="split" data-chosen={isOpen} data-alone={!isOpen}>
      <div class="column">
        <div class="buttons">
          {mayChange && (
            <button type="button" aria-keyshortcuts="n" onClick={() => route('/rules/new')}>
              {word('rule_new')}
              <kbd aria-hidden="true">n</kbd>
            </button>
          )}
          <NewRows count={steady.waiting} show={steady.show} />
        </div>
        {of !== undefined && (
          <p class="chips">
            <span class="chip">
              <Visible text={word('rules_of_tool', of)} />
              <a href="/rules" aria-label={word('filters_clear')}>
                ×
              </a>
            </span>
          </p>
        )}
        {fitting.length === 0 ? (
          <p class="empty">{word(of === undefined ? 'rules_empty' : 'rules_of_tool_none')}</p>
        ) : (
          <List
            label={word('rules_label')}
            items={steady.shown}
            idOf={idOf}
            rowHeight={56}
            chosen={chosen}
            onBusy={steady.onBusy}
            actionsOf={(rule) =>
              mayChange ? [{ keys: 'Delete', says: 'rule_remove', run: () => leave(rule) }] : []
            }
            onOpen={(rule) => mayChange && route(`/rules/${idOf(rule)}`)}
            draw={(rule) => (
              <RuleRow
                rule={rule}
                fits={fits?.items.find((one) => one.rule_id === idOf(rule))?.fits}
                of={fits?.looked_at ?? 0}
                onRemove={mayChange ? () => leave(rule) : null}
              />
            )}
          />
        )}
      </div>
      {isOpen && (
        <div class="detail">
          <RuleForm
            key={chosen}
            rule={edited}
            onClose={close}
            onSaved={() => {
              toast({ text: word(edited === null ? 'always_added' : 'rule_saved'), tone: 'good' });
              close();
            }}
          />
        </div>
      )}
      {leaving !== null && (
        <RemoveRule
          key={idOf(leaving)}
          rule={leaving}
          onDone={() => {
            leave(null);
            if (idOf(leaving) === chosen) close();
          }}
        />
      )}
    </div>
  );
}
