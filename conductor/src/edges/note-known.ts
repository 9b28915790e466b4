/** Emitted on the connection of a request, or of a WebSocket, whose sender has shown who it is. */
export const KNOWN = 'baton known';

/** Lets that connection stay, however many others wait: http/slow-peers.ts. */
export function noteKnown(connection: { emit(event: string): unknown }): void {
  connection.emit(KNOWN);
}
