import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openDataDir } from '../../conductor/src/data-dir.ts';
import { openDatabase } from '../../conductor/src/stores/sqlite/open-database.ts';
import { fillStore } from '../fill-store.ts';

/** A hundred thousand events, in a hundred chats of two thousand messages each. */
const SIZE = { jobs: 100_000, conversations: 100 };

/** Id of the chat of five megabytes. */
export const LONG_CHAT = 'local-50';

/** Id of the chat whose newest message has a million characters. */
export const LONG_MESSAGE_CHAT = 'local-51';

const PARAGRAPH =
  'It says **this** and `that`, and a [little](https://example.org/) more of it.\n\n';

/** A data folder as months of use leave it; whoever asks for it removes it. */
export function fillFaceStore(): string {
  const dir = mkdtempSync(join(tmpdir(), 'baton-bench-face-'));
  const dataDir = openDataDir(dir);
  const { $client: client } = openDatabase(dataDir.databaseFile);
  fillStore(client, SIZE);
  const keyOf =
    'conversation_key = (select conversation_key from conversations where local_conversation_id = ?)';
  client
    .prepare(`update message_anchors set raw_text = raw_text || ? where ${keyOf}`)
    .run(PARAGRAPH.repeat(62), LONG_CHAT);
  client
    .prepare(
      `update message_anchors set raw_text = ? where anchor_id =
         (select anchor_id from message_anchors where ${keyOf} order by observed_at desc limit 1)`,
    )
    .run(PARAGRAPH.repeat(1_000_000 / PARAGRAPH.length), LONG_MESSAGE_CHAT);
  client.close();
  dataDir.release();
  return dir;
}
