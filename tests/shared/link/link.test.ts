import { describe, expect, it } from 'vitest';

import {
  advance,
  type Advanced,
  ENDED,
  type Link,
  type LinkEvent,
  type LinkOutput,
  openLink,
} from '../../../shared/link/link.ts';

interface Frame {
  readonly seq: number;
}

const LIMITS = { pingAfterMs: 10, deadAfterMs: 20, maxWaitingFrames: 3, maxWaitingText: 100 };

/** A link that has 5 of the other end's and was told that all of its own 7 have arrived. */
const opened = (): Link => openLink({ peerHas: 7, numbered: 7, received: 5 }, LIMITS, 1_000).link;

/** The outputs of each event, one after another. */
function after(start: Link, ...events: readonly LinkEvent<Frame>[]): LinkOutput<Frame>[][] {
  let link = start;
  return events.map((event) => {
    const advanced: Advanced<Frame> = advance(link, event);
    ({ link } = advanced);
    return [...advanced.outputs];
  });
}

const came = (seq: number, text = 0): LinkEvent<Frame> => ({
  type: 'frame_came',
  frame: { seq },
  text,
});
const kept = (seq: number): LinkEvent<Frame> => ({ type: 'kept', seq });
const taken = (seq: number, expected = seq): LinkOutput<Frame> => ({
  do: 'take',
  frame: { seq },
  expected,
});

describe('a link that opens', () => {
  it.each([
    ['goes on behind what the other end has', 3, 7, 3],
    ['has no more acked than was ever numbered', 99, 7, 7],
  ])('%s', (_what, peerHas, numbered, seq) => {
    const { outputs } = openLink({ peerHas, numbered, received: 5 }, LIMITS, 0);
    expect(outputs).toEqual([
      { do: 'forget', seq },
      { do: 'write', after: seq },
      { do: 'wait', ms: 10 },
    ]);
  });
});

describe('a frame that comes', () => {
  it('is taken in its place, and acked once it is durable', () => {
    expect(after(opened(), came(6), kept(6), { type: 'ack_due' })).toEqual([
      [taken(6)],
      [{ do: 'ask_for_ack' }],
      [{ do: 'send', frame: { type: 'ack', seq: 6 } }],
    ]);
  });

  it('with others shares one ack with them', () => {
    const outputs = after(opened(), came(6), came(7), kept(6), kept(7), { type: 'ack_due' });
    expect(outputs.slice(2)).toEqual([
      [{ do: 'ask_for_ack' }],
      [],
      [{ do: 'send', frame: { type: 'ack', seq: 7 } }],
    ]);
  });

  it('and is durable before an older one is acked only with that one', () => {
    const outputs = after(opened(), came(6), came(7), kept(7), { type: 'ack_due' }, kept(6));
    expect(outputs.slice(2)).toEqual([[], [], [{ do: 'ask_for_ack' }]]);
  });

  it('twice is taken once, and acked again', () => {
    const ack = { type: 'ack_due' } as const;
    const outputs = after(opened(), came(6), came(6), kept(6), ack, came(6), ack);
    expect(outputs).toEqual([
      [taken(6)],
      [],
      [{ do: 'ask_for_ack' }],
      [{ do: 'send', frame: { type: 'ack', seq: 6 } }],
      [{ do: 'ask_for_ack' }],
      [{ do: 'send', frame: { type: 'ack', seq: 6 } }],
    ]);
  });

  it('before the one that is missing is refused, and that one is still taken', () => {
    expect(after(opened(), came(6), came(8), came(7))).toEqual([
      [taken(6)],
      [{ do: 'refuse', frame: { seq: 8 }, expected: 7 }],
      [taken(7)],
    ]);
  });

  it('first on its connection may jump: an end came back from a backup', () => {
    const ack = { type: 'ack_due' } as const;
    expect(after(opened(), came(51), kept(51), ack, came(52))).toEqual([
      [taken(51, 6)],
      [{ do: 'ask_for_ack' }],
      [{ do: 'send', frame: { type: 'ack', seq: 51 } }],
      [taken(52)],
    ]);
  });
});

it('knows where a stream goes on once any of its frames came, even one that it has', () => {
  expect(after(opened(), came(5), came(7), came(6))).toEqual([
    [{ do: 'ask_for_ack' }],
    [{ do: 'refuse', frame: { seq: 7 }, expected: 6 }],
    [taken(6)],
  ]);
});

describe('a frame that cannot be read', () => {
  const unreadable = (seq: number) => ({ type: 'unreadable_came', seq }) as const;

  it('is noted in its place, so that its sender moves on', () => {
    const outputs = after(opened(), unreadable(6), kept(6), { type: 'ack_due' }, came(7));
    expect(outputs).toEqual([
      [{ do: 'skip', seq: 6 }],
      [{ do: 'ask_for_ack' }],
      [{ do: 'send', frame: { type: 'ack', seq: 6 } }],
      [taken(7)],
    ]);
  });

  it('far ahead does not make those before it look old, not even as the first', () => {
    expect(after(opened(), unreadable(1_000), came(6))).toEqual([[], [taken(6)]]);
  });

  it('a second time is not noted again', () => {
    expect(after(opened(), unreadable(6), unreadable(6))).toEqual([[{ do: 'skip', seq: 6 }], []]);
  });
});

describe('an end with enough waiting', () => {
  it.each([
    ['frames', [came(6), came(7), came(8)]],
    ['text', [came(6), came(7), came(8, 100)]],
  ])('of %s reads no further until one of them is durable', (_what, events) => {
    const outputs = after(opened(), ...events, kept(6), kept(7), kept(8));
    expect(outputs[2]).toEqual([taken(8), { do: 'pause' }]);
    expect(outputs.flat().filter((one) => one.do === 'resume')).toHaveLength(1);
  });

  it('does not take the other end, which it does not read, for dead', () => {
    const outputs = after(opened(), came(6), came(7), came(8), { type: 'beat', atMs: 9_000 });
    expect(outputs[3]).toEqual([{ do: 'wait', ms: 10 }]);
  });

  it('is read again when its connection is over, so that it closes', () => {
    expect(after(opened(), came(6), came(7), came(8), { type: 'over' })[3]).toEqual([
      { do: 'resume' },
    ]);
  });
});

describe('frames of ours', () => {
  it('go out behind those that went out before', () => {
    const wait = { type: 'frames_wait' } as const;
    expect(after(opened(), wait, { type: 'wrote', seq: 9 }, wait)).toEqual([
      [{ do: 'write', after: 7 }],
      [],
      [{ do: 'write', after: 9 }],
    ]);
  });

  it('are acked no further than they went out', () => {
    const acked = (seq: number) => ({ type: 'acked', seq }) as const;
    expect(after(opened(), { type: 'wrote', seq: 9 }, acked(8), acked(1_000))).toEqual([
      [],
      [
        { do: 'forget', seq: 8 },
        { do: 'write', after: 9 },
      ],
      [
        { do: 'forget', seq: 9 },
        { do: 'write', after: 9 },
      ],
    ]);
  });
});

describe('a silent link', () => {
  const beat = (atMs: number) => ({ type: 'beat', atMs }) as const;
  const ping = { do: 'send', frame: { type: 'ping' } };

  it('is pinged, and given up when nothing answers', () => {
    expect(after(opened(), beat(1_010), beat(1_020), beat(1_030))).toEqual([
      [ping, { do: 'wait', ms: 10 }],
      [{ do: 'give_up' }],
      [],
    ]);
  });

  it('on which something is heard is looked at again when it may be silent', () => {
    expect(after(opened(), { type: 'heard', atMs: 1_004 }, beat(1_010), beat(1_014))).toEqual([
      [],
      [{ do: 'wait', ms: 4 }],
      [ping, { do: 'wait', ms: 10 }],
    ]);
  });

  it('is found silent although the clock was set back', () => {
    expect(after(opened(), beat(500), beat(510), beat(520))).toEqual([
      [{ do: 'wait', ms: 10 }],
      [ping, { do: 'wait', ms: 10 }],
      [{ do: 'give_up' }],
    ]);
  });

  it('answers a ping', () => {
    expect(after(opened(), { type: 'pinged', id: 'p' })).toEqual([
      [{ do: 'send', frame: { type: 'pong', ping_id: 'p' } }],
    ]);
  });
});

it('takes and sends nothing once its connection is over', () => {
  const all: readonly LinkEvent<Frame>[] = [
    { type: 'heard', atMs: 0 },
    { type: 'beat', atMs: 9_999 },
    { type: 'pinged', id: 'p' },
    came(6),
    { type: 'unreadable_came', seq: 6 },
    kept(6),
    { type: 'ack_due' },
    { type: 'acked', seq: 7 },
    { type: 'frames_wait' },
    { type: 'wrote', seq: 8 },
    { type: 'over' },
  ];
  expect(after(ENDED, ...all).flat()).toEqual([]);
});
