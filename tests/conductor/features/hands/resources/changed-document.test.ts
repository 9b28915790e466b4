import { describe, expect, it } from 'vitest';

import { asking } from '../../../../kit/browser-frames.ts';
import { resourceWorld, type ResourceWorld, SITE } from '../../../../kit/resource-world.ts';

interface Read extends ResourceWorld {
  readonly id: string;
  /** The page is loaded anew by somebody else. */
  readonly reloads: () => void;
  /** Documents that acts were judged for, in order. */
  readonly meant: (tool: string) => readonly (string | undefined)[];
}

/** A page whose acts tell its document, and refuse one that was judged for another. */
async function readPage(): Promise<Read> {
  const world = await resourceWorld();
  const { session, run, executor, inbox } = world;
  let doc = 1;
  executor.answer = ({ tool, expect: wanted }, { url, title }) => {
    const page = { url, title, doc: tool === 'browser.navigate' ? null : `d-${doc}` };
    if (tool === 'browser.navigate') doc += 1;
    const isOther = wanted?.doc !== undefined && wanted.doc !== `d-${doc}`;
    return isOther
      ? { page, ok: false, result: null, error_code: 'page_changed', error_message: 'Another.' }
      : { page };
  };
  const id = await session();
  await run(id, 'browser.ensure', { url: `${SITE}/a` });
  await run(id, 'browser.snapshot');
  return {
    ...world,
    id,
    reloads: () => void (doc += 1),
    meant: (wanted) =>
      inbox
        .of('tool.call')
        .filter(({ tool }) => tool === wanted)
        .map(({ expect: judged }) => judged?.doc),
  };
}

describe('an act', () => {
  it('is not done on a document that its chat was not shown, however often it is asked for', async () => {
    const { id, run, reloads, meant } = await readPage();
    expect(await run(id, 'browser.click', { ref: 'e1' })).toMatchObject({ status: 'succeeded' });
    reloads();
    const changed = { error: { code: 'page_changed' } };
    expect(await run(id, 'browser.click', { ref: 'e1' })).toMatchObject(changed);
    expect(await run(id, 'browser.click', { ref: 'e1' })).toMatchObject(changed);
    await run(id, 'browser.snapshot');
    expect(await run(id, 'browser.click', { ref: 'e1' })).toMatchObject({ status: 'succeeded' });
    expect(meant('browser.click')).toEqual(['d-1', 'd-1', 'd-1', 'd-2']);
    expect(meant('browser.snapshot')).toEqual([undefined, undefined]);
  });

  it('is done on any document where its chat has just led the page elsewhere', async () => {
    const { id, run, meant } = await readPage();
    await run(id, 'browser.navigate', { url: `${SITE}/b` });
    const clicked = await run(id, 'browser.click', { role: 'button', name: 'Save' });
    expect(clicked).toMatchObject({ status: 'succeeded' });
    expect(meant('browser.click')).toEqual([undefined]);
  });

  it('is meant for whatever the actions before it in the same reply lead to', async () => {
    const { conversation, says, inbox, meant } = await readPage();
    await conversation('c-1');
    says('c-1', asking(`@browser::ensure::{"url":"${SITE}/c"}\n@browser::snapshot`));
    await inbox.first('delivery.enqueue');
    const click = '@browser::click::{"role":"button","name":"Next"}';
    says('c-1', asking(`${click}\n${click}`));
    await expect.poll(() => meant('browser.click')).toEqual(['d-1', undefined]);
  });
});
