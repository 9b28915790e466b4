/** The contract between extension and conductor. Other rooms import this file and no other of the folder. */
export {
  FROM_CONDUCTOR,
  FROM_EXTENSION,
  FROM_WORKER,
  type ConductorBusinessFrame,
  type ConductorFrame,
  type ExtensionBusinessFrame,
  type ExtensionFrame,
  type Frame,
  type FrameOf,
  type RuntimeEntry,
  type Unsent,
} from './frames.ts';
export { fitResult } from './fit-result.ts';
export { LAST_EPOCH_MS, LONGEST_TOLD_MS } from './told-numbers.ts';
export { MAX_WHOLE_PARAMS } from './conversation.ts';
export { parseConductorFrame, parseExtensionFrame, type FrameFault } from './parse-frame.ts';
export {
  BRIDGE_PATH,
  CLOSE_CODES,
  type CloseReason,
  MAX_SEQ,
  PROTOCOL_VERSION,
  SUBPROTOCOL,
} from './version.ts';
