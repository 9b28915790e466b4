import { join } from 'node:path';

import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';

import { openDatabase } from '../../../../conductor/src/stores/sqlite/open-database.ts';
import { asking } from '../../../kit/browser-frames.ts';
import { FrameInbox } from '../../../kit/frame-inbox.ts';
import { runConductor, tempDir } from '../../../kit/running-conductor.ts';
import { SimulatedBrowser } from '../../../kit/simulated-browser.ts';
import { SimulatedChat } from '../../../kit/simulated-chat.ts';

/** Columns for people, in diagnostics. The browser alone knows which tab is which. */
const PEOPLE_ONLY = /^message_anchors\.diagnostic_/;

/** Pages that a chat acts on are another matter than the page it is in; which tab of the browser each is, only that knows. */
const OF_RESOURCES = /^(chat_sessions|resources|resource_tabs)\./;

const TAB_ID = '4711';

function columnsOf(db: Database.Database): string[] {
  return (
    db
      .prepare(
        `select t.name || '.' || c.name as name from sqlite_master as t, pragma_table_info(t.name) as c
         where t.type = 'table' and t.name not like 'sqlite_%'`,
      )
      .all() as { name: string }[]
  ).map(({ name }) => name);
}

describe('the conversation layer', () => {
  it('has no column for a tab, a page or a route but the diagnostics of an anchor', () => {
    const db = openDatabase(join(tempDir(), 'baton.db'));
    const columns = columnsOf(db.$client);
    db.$client.close();
    expect(columns.length).toBeGreaterThan(50);
    const named = columns.filter(
      (name) => !OF_RESOURCES.test(name) && /tab(?!le)|url|route|page|window/.test(name),
    );
    expect(named).toEqual([
      'message_anchors.diagnostic_tab_id',
      'message_anchors.diagnostic_page_url',
    ]);
  });

  it('keeps no tab id anywhere but there and in the audit trail, after a whole circle', async () => {
    const conductor = await runConductor();
    const browser = new SimulatedBrowser(conductor.url, await conductor.pair());
    const inbox = new FrameInbox(browser);
    const chat = new SimulatedChat(browser, 'conv-1', [
      asking('@conductor::conversation.status'),
      'Thanks.',
    ]);
    await browser.connect();
    const { local_conversation_id } = await inbox.first('conversation.state');
    await conductor.setMode(local_conversation_id, 'auto');
    chat.reply();
    const { seq } = await inbox.first('delivery.enqueue');
    await inbox.first('conversation.state', (state) => state.seq > seq && state.jobs.length === 0);
    browser.close();
    await conductor.stop();

    const db = new Database(join(conductor.dataDir, 'baton.db'), { readonly: true });
    expect(db.prepare('select status from delivery_jobs').all()).toEqual([{ status: 'finalized' }]);
    const holding = columnsOf(db).filter((name) => {
      const [table, column] = name.split('.');
      const cells = db
        .prepare(`select cast("${column}" as text) as cell from "${table}"`)
        .all() as { cell: string | null }[];
      return cells.some(
        ({ cell }) => cell !== null && new RegExp(`(^|\\D)${TAB_ID}(\\D|$)`).test(cell),
      );
    });
    db.close();
    expect(holding.toSorted()).toEqual(['events.detail_json', 'message_anchors.diagnostic_tab_id']);
    expect(holding.filter((name) => PEOPLE_ONLY.test(name))).toHaveLength(1);
  });
});
