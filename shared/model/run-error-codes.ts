import type { ErrorRow } from './error-row.ts';

/** Errors of runs: teams that work on a goal. */
export const RUN_ERROR_CODES = {
  runs_disabled: {
    layer: 'run',
    retry: 'person',
    http: 409,
    meaning: 'Runs are switched off.',
    remedy: 'Switch them on with `baton config set runs.enabled true`.',
  },
  run_paused: {
    layer: 'run',
    retry: 'person',
    http: 409,
    meaning: 'The run is paused.',
    remedy: 'Resume it with `baton run resume`.',
  },
  run_ended: {
    layer: 'run',
    retry: 'never',
    http: 409,
    meaning: 'The run is over.',
    remedy: 'Reopen it with `baton run reopen`, or start another one.',
  },
  plan_size: {
    layer: 'run',
    retry: 'never',
    http: 422,
    meaning: 'A plan has two to five tasks.',
    remedy: 'Split tasks, or join them.',
  },
  evidence_missing: {
    layer: 'run',
    retry: 'never',
    http: 422,
    meaning: 'The plan wants the task shown to be done, and nothing of the kind was shown.',
    remedy: 'Report the task again, with evidence of the kinds that are named.',
  },
  template_missing: {
    layer: 'run',
    retry: 'person',
    http: 503,
    meaning: 'Nothing is there that a worker of the role could be made of.',
    remedy: 'Open a chat site once in a paired browser, or name another template for the role.',
  },
  unknown_tab: {
    layer: 'run',
    retry: 'never',
    http: 404,
    meaning: 'No worker of the run has that id.',
    remedy: 'Take one of those that `baton run show` lists.',
  },
  template_login: {
    layer: 'run',
    retry: 'person',
    http: 503,
    meaning: 'The program of a worker wants a login first.',
    remedy: 'Start it by hand once, log in there, and try again.',
  },
  folder_refused: {
    layer: 'run',
    retry: 'person',
    http: 422,
    meaning: 'No program of a worker may work in that folder.',
    remedy:
      'Name a folder that is there, and is a project of yours: no system folder, and not all of your own.',
  },
  duplicate_id: {
    layer: 'run',
    retry: 'never',
    http: 409,
    meaning: 'A program used the id of a call for another one.',
    remedy: 'Nothing: the program is told to take a new one.',
  },
  input_uncertain: {
    layer: 'run',
    retry: 'person',
    http: 409,
    meaning: 'Nobody can tell whether the text reached the program in the terminal.',
    remedy: 'Look at the terminal. Retry the delivery only if the text is not there.',
  },
  worker_lost: {
    layer: 'run',
    retry: 'person',
    http: 409,
    meaning: 'The worker is gone.',
    remedy: 'Give its task to another one, or retry its message: its program is then started anew.',
  },
  risk_unconfirmed: {
    layer: 'run',
    retry: 'person',
    http: 409,
    meaning: 'The text could do harm if a worker did what it says.',
    remedy: 'Look at it again, and send it with `confirmed` if it is meant so.',
  },
  seal_locked: {
    layer: 'run',
    retry: 'person',
    http: 409,
    meaning: 'What was written of the run is sealed, and its key is not here.',
    remedy: 'Put the file seal-key back into the data folder, and start the conductor anew.',
  },
} as const satisfies Readonly<Record<string, ErrorRow>>;
