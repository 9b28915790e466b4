/** Revision of the wire contract, sent as `v` in every frame. Raised when a frame changes incompatibly. */
export const PROTOCOL_VERSION = 1;

/**
 * Highest `seq` of a stream. At a thousand frames a second it takes 8,900 years to get there, and one more can still be
 * counted exactly: what is above was never sent by anyone.
 */
export const MAX_SEQ = 2 ** 48;

/** WebSocket subprotocol that both sides name in the upgrade. */
export const SUBPROTOCOL = 'baton.v1';

/** Path of the bridge on the conductor. */
export const BRIDGE_PATH = '/v1/bridge';

/** Why the conductor ended a connection (WebSocket close codes 4400 to 4499). */
export const CLOSE_CODES = {
  bad_hello: 4400,
  unauthorized: 4401,
  hello_timeout: 4408,
  replaced: 4409,
  frame_too_large: 4413,
  unsupported_version: 4426,
  flooding: 4429,
} as const;

export type CloseReason = keyof typeof CLOSE_CODES;
