import fc from 'fast-check';
import { expect, it } from 'vitest';

import { LinkWorld } from './link-world.ts';

/** `npm run security` raises it. */
const RUNS = Math.max(4_000, Number(process.env['BATON_FUZZ_CASES'] ?? 0));

type Happening = (world: LinkWorld) => void;

const either = fc.boolean();
const happening: fc.Arbitrary<readonly [string, Happening]> = fc.oneof(
  { weight: 6, arbitrary: named('enqueue', either, (world, at) => world.enqueue(at)) },
  { weight: 8, arbitrary: named('deliver', either, (world, to) => world.deliver(to)) },
  { weight: 6, arbitrary: named('commit', either, (world, at) => world.end(at).commit()) },
  {
    weight: 6,
    arbitrary: named('tell', fc.tuple(either, fc.nat(3)), (world, [at, which]) =>
      world.end(at).tell(which),
    ),
  },
  { weight: 4, arbitrary: named('ack', either, (world, at) => world.end(at).ackDue()) },
  { weight: 3, arbitrary: named('connect', fc.constant(null), (world) => world.connect()) },
  { weight: 1, arbitrary: named('cut', fc.constant(null), (world) => world.cut()) },
  { weight: 1, arbitrary: named('crash', either, (world, at) => world.end(at).crash()) },
  { weight: 1, arbitrary: named('fail', either, (world, at) => world.end(at).failCommit()) },
  {
    weight: 2,
    arbitrary: named(
      'disturb',
      fc.tuple(either, fc.constantFrom('swap', 'repeat', 'lose')),
      (world, [to, how]) => world.disturb(to, how),
    ),
  },
  {
    weight: 1,
    arbitrary: named('room', fc.tuple(either, fc.nat(4)), (world, [at, frames]) => {
      world.end(at).room = frames;
      world.end(at).on({ type: 'frames_wait' });
    }),
  },
  {
    weight: 1,
    arbitrary: named(
      'pass',
      fc.tuple(either, fc.integer({ min: -30, max: 30 })),
      (world, [at, ms]) => world.pass(at, ms),
    ),
  },
);

function named<T>(
  name: string,
  argument: fc.Arbitrary<T>,
  happen: (world: LinkWorld, argument: T) => void,
): fc.Arbitrary<readonly [string, Happening]> {
  return argument.map((given) => [
    `${name} ${JSON.stringify(given)}`,
    (world) => happen(world, given),
  ]);
}

/** Checks that an end has taken only the other's frames, in order, from the first on. */
function inOrderAndOnce({ browser, conductor, said }: LinkWorld): void {
  expect(conductor.taken).toEqual(said.browser.slice(0, conductor.taken.length));
  expect(browser.taken).toEqual(said.conductor.slice(0, browser.taken.length));
  expect([browser.broken, conductor.broken]).toEqual([null, null]);
}

it('brings every frame across in order and exactly once, whatever is lost, doubled, swapped or crashes', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 150, size: 'max' }), (happenings) => {
      const world = new LinkWorld();
      world.connect();
      for (const [, happen] of happenings) happen(world);
      inOrderAndOnce(world);
      world.heal();
      inOrderAndOnce(world);
      const { browser, conductor, said } = world;
      expect([conductor.taken, browser.taken]).toEqual([said.browser, said.conductor]);
      expect([...browser.outbox, ...conductor.outbox]).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});
