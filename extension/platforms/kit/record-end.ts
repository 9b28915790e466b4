/** Ends each text that came over a WebSocket. It cannot stand in JSON unescaped. */
export const RECORD_END = '\u001e';
