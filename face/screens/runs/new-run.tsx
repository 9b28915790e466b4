import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { beginHere } from '../../parts/begin-here.ts';
import { Block } from '../../parts/block.tsx';
import { ChoiceBox } from '../../parts/choice-box.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { useFormKeys } from '../../parts/form-keys.ts';
import { Problem } from '../../parts/problem.tsx';
import { useWish } from '../../parts/use-wish.ts';
import { draftOf } from '../../store/drafts.ts';
import { useAnswer } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { AnywayButton } from './anyway-button.tsx';
import { siteOf } from './run-state.tsx';
import { roleText, teamWords } from './run-words.ts';
import { isProgram, TemplateField } from './template-field.tsx';

type Team = ResponseOf<'listTeams'>['items'][number];

/** Steps for a worker that makes no progress. */
const LADDERS = ['none', 'ask', 'restart'] as const;
type Ladder = (typeof LADDERS)[number];

interface NewRunProps {
  /** The team that is chosen first; any other text: the goal's words decide. */
  readonly team: string;
}

/** A goal, who works on it, and whether the plan is shown first. */
export function NewRun({ team }: NewRunProps): VNode {
  const teams = useAnswer('listTeams');
  return <Block {...teams}>{({ items }) => <Form teams={items} first={team} />}</Block>;
}

function Form({
  teams,
  first,
}: {
  readonly teams: readonly Team[];
  readonly first: string;
}): VNode {
  const { route } = useLocation();
  const goal = draftOf('run');
  const [teamId, setTeam] = useState(first);
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [folder, setFolder] = useState('');
  const [reviews, setReviews] = useState(true);
  const [ladder, setLadder] = useState<Ladder | ''>('');
  const starting = useWish('createRun');
  const text = goal.value.trim();
  const team = teams.find((one) => one.team_id === teamId);
  const hasProgram =
    team?.roles.some(({ role, template }) => isProgram(chosen[role] || template)) === true;
  const close = (): void => route('/runs');

  async function start(confirmed = false): Promise<void> {
    if (text === '') return;
    const roles = team?.roles.map(({ role }) => role) ?? [];
    const templates = Object.fromEntries(
      roles.flatMap((role) => (chosen[role] ? [[role, chosen[role]]] : [])),
    );
    const made = await starting.run({
      body: {
        goal: text,
        team: team?.team_id ?? null,
        templates,
        ...(hasProgram && folder.trim() !== '' && { folder: folder.trim() }),
        unreviewed: !reviews,
        ...(ladder !== '' && { ladder }),
        confirmed,
      },
    });
    if (made === null) return;
    goal.value = '';
    route(`/runs/${encodeURIComponent(made.run_id)}`);
  }

  const doing = starting.deed.doing.value;
  const error = doing.kind === 'failed' ? doing.error : null;
  const atRole = team?.roles.find(({ role }) => error?.field === `body.templates.${role}`)?.role;
  const keys = useFormKeys({ send: () => void start(), close });
  return (
    <form
      class="card run-new"
      aria-label={word('run_new')}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={keys.onKeyDown}
    >
      <h2>{word('run_new')}</h2>
      <label>
        {word('run_goal')}
        <textarea
          rows={3}
          maxLength={20_000}
          ref={beginHere}
          aria-invalid={error?.field === 'body.goal'}
          value={goal.value}
          onInput={(event) => {
            // A yes to one goal is none to another.
            if (error !== null) starting.deed.clear();
            goal.value = event.currentTarget.value;
          }}
        />
      </label>
      <fieldset>
        <legend>{word('run_team')}</legend>
        <div class="run-teams">
          {[null, ...teams].map((one) => (
            <label key={one?.team_id ?? ''} class="card choice">
              <input
                type="radio"
                name="team"
                checked={one === (team ?? null)}
                onChange={() => setTeam(one?.team_id ?? '')}
              />
              <span>
                <strong>{one === null ? word('run_team_auto') : teamWords(one).name}</strong>
                {one !== null && <span class="soft small run-scene">{teamWords(one).scene}</span>}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {team !== undefined && (
        <fieldset>
          <legend>{word('run_workers')}</legend>
          <div class="two">
            {team.roles.map(({ role, task, template }) => (
              <TemplateField
                key={role}
                label={roleText(role)}
                task={task}
                first={template === null ? word('run_template_first') : siteOf(template)}
                value={chosen[role] ?? ''}
                error={role === atRole ? error : null}
                onChange={(value) => setChosen((now) => ({ ...now, [role]: value }))}
              />
            ))}
          </div>
        </fieldset>
      )}
      {hasProgram && (
        <label>
          {word('run_folder')}
          <input
            class="mono"
            maxLength={4_096}
            spellcheck={false}
            placeholder={word('run_folder_own')}
            aria-invalid={error?.field === 'body.folder'}
            value={folder}
            onInput={(event) => setFolder(event.currentTarget.value)}
          />
        </label>
      )}
      <label>
        {word('run_ladder')}
        <select
          value={ladder}
          onChange={({ currentTarget: { value } }) => setLadder(value as Ladder | '')}
        >
          <option value="">{word('run_ladder_set')}</option>
          {LADDERS.map((one) => (
            <option key={one} value={one}>
              {word(`run_ladder_${one}`)}
            </option>
          ))}
        </select>
      </label>
      <ChoiceBox checked={reviews} onChange={setReviews}>
        {word('run_review')}
      </ChoiceBox>
      <p class="soft small">{word('run_asks')}</p>
      {error !== null && atRole === undefined && <Problem error={error} />}
      <div class="buttons">
        <AnywayButton
          deed={starting.deed}
          whom={word('role_planner')}
          onPress={() => void start(true)}
        />
        <DeedButton
          deed={starting.deed}
          hint="Ctrl+Enter"
          disabled={text === ''}
          onPress={() => void start()}
        >
          {word('run_begin')}
        </DeedButton>
        <button type="button" class="plain" onClick={close}>
          {word('back')}
        </button>
      </div>
      {keys.question}
    </form>
  );
}
