import { expect, it } from 'vitest';

import { seededRandom } from '../../../chaos/schedule/seeded-random.ts';
import { linksVanish } from '../../kit/links-vanish.ts';

const FIRST = Number(process.env['BATON_SEED'] ?? Date.now() % 1_000_000);
const ROUNDS = 12;

it.each(Array.from({ length: ROUNDS }, (_, round) => FIRST + round))(
  'two browsers whose links vanish, and a conductor that is killed, leave nothing waiting (seed %i)',
  async (seed) => {
    const { jobs, turns } = await linksVanish(seededRandom(seed), { messages: 12, kills: 4 });
    expect(jobs).toHaveLength(12);
    for (const { message_text: text, status, last_error_code: code } of jobs) {
      const [turn, ...again] = turns.filter((one) => one.text === text);
      expect(again).toEqual([]);
      const end = turn?.answer === 'none' ? 'failed no_reply' : 'finalized';
      expect([text, [status, code].filter(Boolean).join(' ')]).toEqual([text, end]);
    }
  },
);
