import { expect, test } from 'vitest';

import type { PageState } from '../../../extension/messages/page-messages.ts';
import { page } from './builders/view.ts';
import { SimWorld } from './simulation/sim-world.ts';

const MADE = 'made-0d1f2a3b-1111-4222-8333-444455556666';
const PLATFORM = 'generic:talks.example';

test('an id of ours is one page’s: a second one that brings it along, as a duplicated tab does, gives it up', async () => {
  const world = new SimWorld();
  await world.pair();
  const background = await world.start();
  const show = (tabId: number, state: Partial<PageState>) =>
    background.page(tabId, {
      kind: 'page.state',
      state: page({ platform: PLATFORM, url: 'https://talks.example/', ...state }),
    });
  expect(await show(1, { remote_conversation_id: MADE })).not.toHaveProperty('taken');
  expect(await show(1, { remote_conversation_id: MADE })).not.toHaveProperty('taken');
  expect(await show(2, { remote_conversation_id: MADE })).toMatchObject({ taken: true });
  expect(await show(2, { remote_conversation_id: null })).not.toHaveProperty('taken');
  const [row] = (await world.rows()).runtimes;
  expect(row).toMatchObject({ remote_conversation_id: MADE, last_seen_tab_ids: [1] });
  // What a site names itself may be open twice.
  expect(await show(1, { remote_conversation_id: 'c-1' })).not.toHaveProperty('taken');
  expect(await show(2, { remote_conversation_id: 'c-1' })).not.toHaveProperty('taken');
  // A tab that is gone holds nothing.
  expect(await show(2, { remote_conversation_id: MADE })).not.toHaveProperty('taken');
});
