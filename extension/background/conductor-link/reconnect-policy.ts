import type { CodedError } from '../../../shared/model/error-codes.ts';
import { CLOSE_CODES } from '../../../shared/protocol/index.ts';

/** Trying sooner would end the same way: the other side has to change first. */
const LONG_PAUSE_MS = 60_000;

export interface Closed {
  /** Null: by the usual backoff. */
  readonly pauseMs: number | null;
  /** The token is refused: only pairing again helps. */
  readonly unauthorized: boolean;
  readonly error: CodedError | null;
}

/** Returns how the link reacts to a close code. */
export function afterClose(code: number): Closed {
  switch (code) {
    case CLOSE_CODES.unauthorized:
      return {
        pauseMs: null,
        unauthorized: true,
        error: { code: 'unauthorized', text: 'The conductor no longer knows this browser.' },
      };
    case CLOSE_CODES.replaced:
      return pause('out_of_order', 'Another connection with the same pairing took over.');
    case CLOSE_CODES.flooding:
      return pause('too_many_attempts', 'The conductor found this browser too talkative.');
    case CLOSE_CODES.frame_too_large:
      return pause('payload_too_large', 'The conductor refused a frame as too large.');
    case CLOSE_CODES.bad_hello:
    case CLOSE_CODES.unsupported_version:
      return pause('malformed_frame', 'The conductor speaks another version of the protocol.');
    default:
      return { pauseMs: null, unauthorized: false, error: null };
  }
}

function pause(code: CodedError['code'], text: string): Closed {
  return { pauseMs: LONG_PAUSE_MS, unauthorized: false, error: { code, text } };
}
