/** What a delivery ends with whose reply a person waits for no longer: its code is `cancelled`. */
export const NO_LONGER_AWAITED = 'The message is in the chat; its reply is no longer awaited.';
