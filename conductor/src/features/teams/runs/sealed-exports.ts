import { sharedTeam } from '../../../../../shared/api/run-fields.ts';
import type { runsOperations } from '../../../../../shared/api/runs.ts';
import type { ApiError } from '../../../../../shared/api/operation.ts';
import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { JsonValue } from '../../../baa/json-value.ts';
import type { HandlersOf, Kit } from '../../../engine/feature.ts';
import { unknown } from '../../../engine/not-found.ts';
import { refused } from '../../heart/deliveries/feature.ts';
import { MAX_SHOWN_INPUTS } from './queries.ts';
import { isOver } from './run-changes.ts';
import { runOfFile } from './run-of-file.ts';
import type { RunTextsOf } from './run-texts.ts';
import { openFile, sealFile, type SealedFileKind } from './sealed-file.ts';
import { importRun } from './steps/import-run.ts';
import type { Teams } from './team-handlers.ts';
import { runView } from './views.ts';
import * as runsQueries from './queries.ts';

/** Most characters in the body of an import, with what JSON adds to it. */
const MAX_FILE = 3_900_000;

/** Base64 of a text, and its nonce and tag. */
const sizeSealed = (line: JsonValue): number =>
  Math.ceil((Buffer.byteLength(JSON.stringify(line)) * 4) / 3) + 64;

const MAX_LISTED = 500;

const LOCKED = 'It is sealed, and its key is not here.';

const asJson = (value: object): JsonValue => JSON.parse(JSON.stringify(value)) as JsonValue;

type LeftOut = ResponseOf<'importSealedRuns'>['left_out'];

export type SealedExports = Pick<
  HandlersOf<typeof runsOperations>,
  'exportSealedRuns' | 'importSealedRuns' | 'exportSealedTeams' | 'importSealedTeams'
>;

/** Runs that are over, and teams, as files that open with a passphrase. What is left out is said, each with why. */
export function createSealedExports(
  { store, read, now, newId }: Pick<Kit, 'store' | 'read' | 'now' | 'newId'>,
  { texts, teams }: { readonly texts: RunTextsOf; readonly teams: Teams },
): SealedExports {
  async function exported(
    kind: SealedFileKind,
    passphrase: string,
    found: readonly { readonly what: string; readonly line: JsonValue }[],
    before: LeftOut,
  ) {
    const leftOut = [...before];
    const lines: JsonValue[] = [];
    let size = 0;
    for (const { what, line } of found) {
      size += sizeSealed(line);
      if (size <= MAX_FILE) lines.push(line);
      else leftOut.push({ what, why: 'The file is full: name it in another one.' });
    }
    const file = await sealFile(kind, passphrase, lines);
    return ok({ name: `${kind}.enc`, file, items: lines.length, left_out: leftOut });
  }

  async function opened(
    kind: SealedFileKind,
    { passphrase, file }: { readonly passphrase: string; readonly file: string },
  ): Promise<Result<readonly unknown[], ApiError>> {
    if (!texts.canSeal()) return err(refused('seal_locked'));
    const lines = await openFile(kind, passphrase, file);
    if (lines.ok) return lines;
    const no = { text: `It is no sealed export of Baton (${kind}).`, field: 'body.file' };
    const other = { text: 'It opens by another passphrase, or was changed since.' };
    return err({
      code: 'invalid_request',
      ...(lines.error === 'no_export' ? no : { ...other, field: 'body.passphrase' }),
    });
  }

  /** As it is shown, or why it stays here; null: there is none. */
  async function lineOf(runId: string): Promise<Result<JsonValue, string> | null> {
    const { state, inputs } = await read.snapshot({
      state: runsQueries.runState({ runId }),
      inputs: runsQueries.runInputs({ runId, limit: MAX_SHOWN_INPUTS }),
    });
    if (state === null) return null;
    if (!isOver(state.run)) return err('It is not over.');
    if (texts.run(state.run).isLocked) return err(LOCKED);
    const nothing = { linesOf: new Map(), seen: () => null, patience: { now: now(), stuckMs: 0 } };
    return ok(asJson(runView(state, inputs, texts, nothing, null)));
  }

  async function allRuns(): Promise<readonly string[]> {
    const { items } = await read.one(
      runsQueries.runs({ page: { limit: MAX_LISTED, after: null } }),
    );
    return items.map(({ run }) => run.runId);
  }

  return {
    async exportSealedRuns({ body: { passphrase, runs } }) {
      const found: { what: string; line: JsonValue }[] = [];
      const leftOut: LeftOut = [];
      for (const what of runs ?? (await allRuns())) {
        const line = await lineOf(what);
        if (line === null) return err(unknown('run', what, 'body.runs'));
        if (line.ok) found.push({ what, line: line.value });
        else leftOut.push({ what, why: line.error });
      }
      return exported('runs.v1', passphrase, found, leftOut);
    },

    async importSealedRuns({ body }, { via }) {
      const lines = await opened('runs.v1', body);
      if (!lines.ok) return lines;
      const taken: string[] = [];
      const leftOut: LeftOut = [];
      for (const [index, line] of lines.value.entries()) {
        const rows = runOfFile(line, { texts, newId, now: now() });
        if (!rows.ok) {
          leftOut.push({ what: `line ${index + 2}`, why: rows.error });
          continue;
        }
        const { runId } = rows.value.run;
        const by = { now: now(), actor: 'person', detail: { via } } as const;
        const outcome = await store.run(importRun, { rows: rows.value, by });
        if (outcome === 'imported') taken.push(runId);
        else leftOut.push({ what: runId, why: 'A run of that id is here.' });
      }
      return ok({ taken, left_out: leftOut });
    },

    async exportSealedTeams({ body: { passphrase, teams: named } }) {
      const all = (await teams.views()).filter(({ source }) => source !== 'builtin');
      const stranger = named?.find((id) => all.every(({ team_id: other }) => other !== id));
      if (stranger !== undefined) return err(unknown('team', stranger, 'body.teams'));
      const asked = all.filter(({ team_id: id }) => named?.includes(id) ?? true);
      const locked = asked.filter(({ roles }) => roles.length === 0);
      const found = asked.flatMap(({ team_id, name, scene, roles }) =>
        roles.length === 0
          ? []
          : [{ what: team_id, line: asJson({ baton_team: 1, team_id, name, scene, roles }) }],
      );
      return exported(
        'team-presets.v1',
        passphrase,
        found,
        locked.map(({ team_id: what }) => ({ what, why: LOCKED })),
      );
    },

    async importSealedTeams({ body }, caller) {
      const lines = await opened('team-presets.v1', body);
      if (!lines.ok) return lines;
      const taken: string[] = [];
      const leftOut: LeftOut = [];
      for (const [index, line] of lines.value.entries()) {
        const read = sharedTeam.safeParse(line);
        if (!read.success) {
          const [issue] = read.error.issues;
          const why = `It is no team: ${issue?.path.join('.')} ${issue?.message}.`;
          leftOut.push({ what: `line ${index + 2}`, why });
          continue;
        }
        const made = await teams.take(read.data, caller);
        if (!made.ok) leftOut.push({ what: read.data.team_id, why: made.error.text });
        else {
          taken.push(made.value.team.team_id);
          leftOut.push(...made.value.leftOut);
        }
      }
      return ok({ taken, left_out: leftOut });
    },
  };
}
