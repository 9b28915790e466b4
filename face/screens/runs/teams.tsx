import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

import { Visible } from '../../../look/visible.tsx';
import { AskSure } from '../../parts/ask-sure.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { Block } from '../../parts/block.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { useKeys } from '../../parts/keys.ts';
import { DecisionMark, Patterns } from '../../parts/rule-text.tsx';
import { usePaneKeys } from '../../parts/pane.ts';
import { useMay } from '../../store/may.ts';
import { useAnswer, useDeed, useToast } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { siteOf } from './run-state.tsx';
import { roleText, teamWords } from './run-words.ts';
import { placeOf, TeamForm } from './team-form.tsx';
import { TeamImport } from './team-import.tsx';
import type { Team } from './team-wish.ts';

/** The teams there are, and one of them beside. */
export function Teams(): VNode {
  const { state, again } = useAnswer('listTeams');
  return (
    <Block state={state} again={again}>
      {({ items }) => <Beside teams={items} />}
    </Block>
  );
}

function Beside({ teams }: { readonly teams: readonly Team[] }): VNode {
  const { query, route } = useLocation();
  const mayChange = useMay('full');
  const { team: id, write } = query;
  const chosen = teams.find((one) => one.team_id === id) ?? null;
  const writes = mayChange && write !== undefined;
  const writeNew = `${placeOf(null)}&write=new`;
  usePaneKeys(true);
  useKeys('runs_teams', [
    ...(mayChange ? [{ keys: 'n', says: 'team_new', run: () => route(writeNew) } as const] : []),
    { keys: 'Escape', says: 'keys_back', run: () => route(placeOf(null)) },
  ]);
  const shown = chosen ?? (id === undefined && !writes ? (teams[0] ?? null) : null);
  return (
    <div class="split tools" data-chosen={id !== undefined || writes}>
      <nav class="servers" aria-label={word('runs_teams')}>
        {mayChange && (
          <div class="buttons">
            <a class="button" href={writeNew} aria-keyshortcuts="n">
              {word('team_new')} <kbd aria-hidden="true">n</kbd>
            </a>
            <a class="button plain" href={`${placeOf(null)}&write=import`}>
              {word('team_import')}
            </a>
          </div>
        )}
        {teams.map((one) => (
          <a
            key={one.team_id}
            href={placeOf(one.team_id)}
            aria-current={one === shown ? 'true' : undefined}
          >
            <strong>
              <Visible text={teamWords(one).name} />
            </strong>
            <span class="soft small">{word(`team_source_${one.source}`)}</span>
            <span class="soft small agent-about">
              <Visible text={teamWords(one).scene} />
            </span>
          </a>
        ))}
      </nav>
      <div class="detail">
        <BackLink href={placeOf(null)} />
        {writes && write === 'import' ? (
          <TeamImport />
        ) : writes ? (
          <TeamForm key={id ?? ''} team={chosen} known={teams} />
        ) : shown === null ? (
          <p class="empty">{word('team_gone')}</p>
        ) : (
          <TeamDetail key={shown.team_id} team={shown} />
        )}
      </div>
    </div>
  );
}

function TeamDetail({ team }: { readonly team: Team }): VNode {
  const { route } = useLocation();
  const mayChange = useMay('full');
  const [removes, remove] = useState(false);
  const { team_id: id, source, roles } = team;
  const { name, scene } = teamWords(team);
  const isOwn = source !== 'builtin';
  const write = (): void => route(`${placeOf(id)}&write=edit`);
  useKeys('runs_teams', mayChange ? [{ keys: 'e', says: 'team_edit', run: write }] : []);
  return (
    <>
      <h2>
        <Visible text={name} />
      </h2>
      <p class="soft">
        <code>{id}</code> {word(`team_source_${source}`)}
      </p>
      {scene !== '' && (
        <p>
          <Visible text={scene} />
        </p>
      )}
      {source === 'imported' && <p class="card">{word('team_imported_means')}</p>}
      <ul class="plain-list team-roles">
        {roles.map(({ role, task, template, rules }) => (
          <li key={role}>
            <strong>
              <Visible text={source === 'builtin' ? roleText(role) : role} />
            </strong>{' '}
            {template !== null && (
              <span class="soft small">
                <Visible text={siteOf(template)} />
              </span>
            )}
            <p>
              <Visible text={task} />
            </p>
            {rules.map((rule, at) => (
              <p key={at} class="small">
                <DecisionMark decision={rule.decision} /> <Patterns {...rule} />
              </p>
            ))}
          </li>
        ))}
      </ul>
      <div class="buttons">
        {mayChange && (
          <>
            <a class="button" href={`/runs?write=${encodeURIComponent(id)}`}>
              {word('team_begin')}
            </a>
            <button type="button" class="plain" aria-keyshortcuts="e" onClick={write}>
              {word(isOwn ? 'team_edit' : 'team_copy')}
            </button>
          </>
        )}
        <Shared id={id} />
        {mayChange && isOwn && (
          <button type="button" class="bad" onClick={() => remove(true)}>
            {word('team_remove')}
          </button>
        )}
      </div>
      {removes && <Remove team={team} onClose={() => remove(false)} />}
    </>
  );
}

/** The team as others can take it. */
function Shared({ id }: { readonly id: string }): VNode | null {
  const { data } = useAnswer('exportTeam', { params: { id } }).state.value;
  return data === undefined ? null : (
    <CopyButton text={JSON.stringify(data, null, 2)} says="team_export" />
  );
}

interface RemoveProps {
  readonly team: Team;
  readonly onClose: () => void;
}

function Remove({ team: { team_id: id, name }, onClose }: RemoveProps): VNode {
  const { route } = useLocation();
  const deed = useDeed();
  const toast = useToast();

  async function remove(): Promise<void> {
    const done = await deed.run('removeTeam', { params: { id } });
    if (done?.ok !== true) return;
    toast({ text: word('team_removed'), tone: 'good' });
    onClose();
    route(placeOf(null));
  }

  return (
    <AskSure
      title={word('team_remove')}
      says={word('team_remove')}
      deed={deed}
      onSure={() => void remove()}
      onClose={onClose}
    >
      <p>
        <strong>
          <Visible text={name} />
        </strong>
      </p>
      <p>{word('team_remove_means')}</p>
    </AskSure>
  );
}
