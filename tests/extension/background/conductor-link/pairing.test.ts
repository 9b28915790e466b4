import { expect, test } from 'vitest';

import type { Background } from '../../../../extension/background/background.ts';
import type { OfferOutcome } from '../../../../extension/messages/page-messages.ts';
import type { PopupAnswers } from '../../../../extension/messages/popup-messages.ts';
import { CLOSE_CODES } from '../../../../shared/protocol/index.ts';
import { SimWorld } from '../simulation/sim-world.ts';

const USUAL = 'http://127.0.0.1:7717';
const OTHER = 'http://127.0.0.1:9000';
const TAB = 1;

const offer = (background: Background, conductor_url = USUAL, code = 'c'): Promise<OfferOutcome> =>
  background.page(TAB, { kind: 'pairing.offer', conductor_url, code });
const knows = async (background: Background, conductor_url: string): Promise<boolean> =>
  (await background.page(TAB, { kind: 'pairing.meet', conductor_url })).known;

/** A person enters it in the popup. */
async function enter(
  world: SimWorld,
  conductor_url: string,
): Promise<PopupAnswers['popup.pair' | 'popup.unpair']> {
  const background = await world.start();
  let answer: PopupAnswers['popup.pair' | 'popup.unpair'] | null = null;
  void background.popup({ kind: 'popup.pair', conductor_url, code: '123456' }).then((outcome) => {
    answer = outcome as PopupAnswers['popup.pair'];
  });
  await world.runUntil(() => answer !== null);
  if (answer === null) throw new Error('no answer');
  return answer;
}

async function pairingOf(world: SimWorld): Promise<string | null> {
  return (await world.rows()).meta[0]?.pairing?.conductor_url ?? null;
}

test('an offer has a person asked, and pairs nothing by itself', async () => {
  const world = new SimWorld();
  const background = await world.start();
  expect(await offer(background)).toEqual({ ok: true });
  expect(world.asked).toHaveLength(1);
  const [offer_id = ''] = world.asked;
  expect(background.consent({ kind: 'consent.ask', offer_id })).toEqual({
    offer: { conductor_url: USUAL, code: 'c' },
  });
  await world.pass(60_000);
  expect(await pairingOf(world)).toBeNull();
});

test('the offer of an address that no person has named is not listened to', async () => {
  const world = new SimWorld();
  const background = await world.start();
  for (const stranger of [OTHER, 'http://127.0.0.1', 'http://localhost:7717', `${USUAL}0`]) {
    expect([stranger, await knows(background, stranger)]).toEqual([stranger, false]);
    expect(await offer(background, stranger)).toMatchObject({ ok: false, code: 'unauthorized' });
  }
  expect(world.asked).toEqual([]);
});

test('an address a person has paired with stays known after they unpaired', async () => {
  const world = new SimWorld();
  const background = await world.start();
  expect(await enter(world, OTHER)).toMatchObject({ ok: true });
  await background.popup({ kind: 'popup.unpair' });
  expect(await knows(background, OTHER)).toBe(true);
  expect(await knows(background, USUAL)).toBe(true);
  expect(await knows(background, 'http://127.0.0.1:9001')).toBe(false);
  expect(await offer(background, OTHER)).toEqual({ ok: true });
});

test('while a pairing stands, neither a page nor a person puts another in its place', async () => {
  const world = new SimWorld();
  await world.pair();
  const background = await world.start();
  for (const conductor of [USUAL, OTHER]) {
    const outcome = await enter(world, conductor);
    expect(outcome).toMatchObject({ ok: false, code: 'already_paired' });
  }
  expect(await offer(background)).toMatchObject({
    ok: false,
    code: 'already_paired',
    text: expect.stringContaining('unpair it first'),
  });
  expect(world.asked).toEqual([]);
  expect(await pairingOf(world)).toBe(USUAL);
});

test('of two claims under way at once the first stands', async () => {
  const world = new SimWorld();
  const background = await world.start();
  const answers: PopupAnswers['popup.pair'][] = [];
  for (const conductor_url of [USUAL, OTHER]) {
    void background.popup({ kind: 'popup.pair', conductor_url, code: '123456' }).then((outcome) => {
      answers.push(outcome as PopupAnswers['popup.pair']);
    });
  }
  await world.runUntil(() => answers.length === 2);
  expect(answers.filter(({ ok }) => ok)).toEqual([{ ok: true, conductor_url: USUAL }]);
  expect(await pairingOf(world)).toBe(USUAL);
});

test('a pairing the conductor refused makes way', async () => {
  const world = new SimWorld();
  await world.pair();
  world.conductor.turnAwayWith = CLOSE_CODES.unauthorized;
  const background = await world.start();
  await world.pass(5_000);
  world.conductor.turnAwayWith = null;
  expect(await offer(background)).toEqual({ ok: true });
  expect(await enter(world, USUAL)).toMatchObject({ ok: true });
});

test('a person is asked about the newest offer only, and not faster than they can look', async () => {
  const world = new SimWorld();
  const background = await world.start();
  expect(await offer(background, USUAL, 'first')).toEqual({ ok: true });
  for (let more = 0; more < 100; more += 1) {
    expect(await offer(background)).toMatchObject({ ok: false, code: 'too_many_attempts' });
  }
  expect(world.asked).toHaveLength(1);
  await world.pass(3_000);
  expect(await offer(background, USUAL, 'second')).toEqual({ ok: true });
  const [first = '', second = ''] = world.asked;
  expect(background.consent({ kind: 'consent.ask', offer_id: first })).toEqual({ offer: null });
  expect(background.consent({ kind: 'consent.ask', offer_id: second })).toMatchObject({
    offer: { code: 'second' },
  });
});
