import type Database from 'better-sqlite3';

import { MAX_SEQ } from '../../../../shared/protocol/index.ts';

/** From where a stream to a browser goes on: above all that can have been sent, and far below MAX_SEQ. */
const GOES_ON_FROM = 2 ** 40;

/**
 * Counters of streams that stand where counting is not exact any more: a browser once said that it had so many frames,
 * and was believed. What waits for it is numbered anew. A stream from a browser starts over with the next frame that it
 * sends, for a first frame may jump (docs/protocol/bridge.md).
 */
export function healCursors(client: Database.Database, now: number): void {
  const broken = client
    .prepare<[number, number], { id: string; sent: number; received: number }>(
      `select client_id as id, last_sent_seq > ? as sent, last_received_seq > ? as received from clients
       where sent or received`,
    )
    .all(MAX_SEQ, MAX_SEQ);
  if (broken.length === 0) return;
  client.transaction(() => {
    for (const { id, sent, received } of broken) {
      if (sent === 1) renumber(client, id);
      if (received === 1)
        client.prepare('update clients set last_received_seq = 0 where client_id = ?').run(id);
      client
        .prepare(
          `insert into events (type, subject_id, actor, at, detail_json)
           values ('client.stream_healed', ?, 'conductor', ?, json_object('sent', ?, 'received', ?))`,
        )
        .run(id, now, sent, received);
    }
  })();
}

/** In the order in which they wait. */
function renumber(client: Database.Database, clientId: string): void {
  const waiting = client
    .prepare<[string], { rowid: number }>(
      'select rowid from outbox where client_id = ? order by outbox.seq, rowid',
    )
    .all(clientId);
  const number = client.prepare<[number, number, string, number]>(
    `update outbox set seq = ?, frame_json = json_set(frame_json, '$.seq', cast(? as integer), '$.id', ?) where rowid = ?`,
  );
  let seq = GOES_ON_FROM;
  for (const { rowid } of waiting) {
    seq += 1;
    number.run(seq, seq, `c${seq}`, rowid);
  }
  client
    .prepare<[number, string]>(
      'update clients set last_sent_seq = ?, version = version + 1 where client_id = ?',
    )
    .run(seq, clientId);
}
