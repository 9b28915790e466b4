/** Text of a delivery that ends because a person no longer waits for its reply: its code is `cancelled`. */
export const NO_LONGER_AWAITED = 'The message is in the chat; its reply is no longer awaited.';
