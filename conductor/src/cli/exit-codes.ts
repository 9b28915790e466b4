import type { ErrorCode } from '../../../shared/model/error-codes.ts';
import type { ApiError } from '../../../shared/api/operation.ts';

/** How a command ends, for scripts (docs/cli.md). */
export const EXIT = {
  ok: 0,
  fault: 1,
  usage: 2,
  data: 3,
  port: 4,
  notRunning: 5,
  refused: 6,
  notFound: 7,
  state: 8,
  waited: 9,
  asksPerson: 10,
  runFailed: 11,
  runStopped: 12,
  notWhole: 13,
} as const;

/** Meaning of each exit code; the help and docs/cli.md print it. */
export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: 'done',
  fault: 'an error',
  usage: 'the command line, or a value in it, is invalid',
  data: 'the data cannot be used',
  port: 'the port is taken',
  notRunning: 'the conductor is not running',
  refused: 'the conductor does not accept this user',
  notFound: 'no object has that id',
  state: 'the state or mode does not allow it',
  waited: 'the wait timed out; the operation continues',
  asksPerson: 'a run of an agent waits for a person',
  runFailed: 'a run failed',
  runStopped: 'a run was stopped',
  notWhole: 'the reply is here, and is not whole',
};

const BY_CODE: Partial<Record<ErrorCode, number>> = {
  invalid_request: EXIT.usage,
  invalid_params: EXIT.usage,
  payload_too_large: EXIT.usage,
  unauthorized: EXIT.refused,
  forbidden_host: EXIT.refused,
  forbidden_origin: EXIT.refused,
  not_found: EXIT.notFound,
  agent_unknown: EXIT.notFound,
  invalid_transition: EXIT.state,
  conversation_paused: EXIT.state,
  conversation_manual: EXIT.state,
  conversation_draining: EXIT.state,
  missing_route: EXIT.state,
  read_only: EXIT.data,
  store_locked: EXIT.data,
  disk_full: EXIT.data,
  store_gone: EXIT.data,
  conductor_unreachable: EXIT.notRunning,
};

/** The exit code for an error of the API. */
export function exitCodeOf({ code }: ApiError): number {
  return BY_CODE[code] ?? EXIT.fault;
}
