import { FAULT_WEIGHTS, type FaultKind } from '../faults/all-faults.ts';
import type {
  Chain,
  PlannedConversation,
  PlannedFault,
  PlannedMember,
  PlannedMessage,
  PlannedTeam,
  Schedule,
  SitePlan,
} from './schedule.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

export interface ScheduleSize {
  readonly cycles: number;
  readonly browsers: number;
  readonly conversations: number;
  /** Programs that work in pages and terminals meanwhile. */
  readonly programs: number;
  /** Teams that reach goals meanwhile. */
  readonly teams: number;
  /** How many of the messages that a person would write are left to an agent, from 0 to 1. */
  readonly byAgents: number;
  /** Messages between two faults, on average; 0 for a world without any. */
  readonly messagesPerFault: number;
  /** The faults this world can bring about. */
  readonly kinds: readonly FaultKind[];
}

const PLATFORMS = ['chatgpt', 'claude'] as const;
const WORKPLACES = ['page', 'terminal'] as const;
const LONGEST_CHAIN = 4;

/** A pure function of its arguments. */
export function makeSchedule(seed: number, size: ScheduleSize): Schedule {
  const random = seededRandom(seed);
  const { cycles, browsers } = size;
  const count = Math.min(size.conversations, cycles);
  const conversations = Array.from({ length: count }, (_, index): PlannedConversation => {
    const share = Math.floor(cycles / count) + (index < cycles % count ? 1 : 0);
    return {
      platform: random.pick(PLATFORMS),
      // As sites name theirs.
      remoteId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      browsers: openIn(random, index, browsers),
      rounds: makeRounds(random, index, share, size),
    };
  });
  const programs = Array.from({ length: size.programs }, (_, at) => WORKPLACES[at % 2] ?? 'page');
  const teams = Array.from({ length: size.teams }, (_, at) => makeTeam(at, browsers));
  return {
    seed,
    cycles,
    browsers,
    conversations,
    faults: makeFaults(random, size),
    programs,
    teams,
  };
}

/** Makes a team. Each of four teams has another kind of planner, and other kinds of workers. */
function makeTeam(team: number, browsers: number): PlannedTeam {
  const member = (place: number): PlannedMember => {
    const kinds = [
      {
        platform: PLATFORMS[place % 2] ?? 'chatgpt',
        remoteId: `00000000-0000-4000-9000-${String(team * 3 + place).padStart(12, '0')}`,
        browsers: [(team + place) % browsers],
      },
      'terminal',
      'agent',
      'acp',
    ] as const;
    return kinds[(team + place) % kinds.length] ?? 'agent';
  };
  return [member(0), member(1), member(2)];
}

/** One browser for most; some are open in two, so that one may take over from the other. */
function openIn(random: SeededRandom, index: number, browsers: number): number[] {
  const first = index % browsers;
  return browsers > 1 && random.chance(0.3) ? [first, (first + 1) % browsers] : [first];
}

function makeRounds(
  random: SeededRandom,
  conversation: number,
  share: number,
  { byAgents, messagesPerFault }: ScheduleSize,
): Chain[][] {
  const rounds: Chain[][] = [];
  let made = 0;
  const message = (by: PlannedMessage['by']): PlannedMessage => {
    made += 1;
    const tag = `[m${conversation}.${made}]`;
    return { tag, by, site: sitePlan(random, messagesPerFault > 0) };
  };
  const first = (): PlannedMessage =>
    message(byAgents > 0 && random.chance(byAgents) ? 'agent' : 'person');
  while (made < share) {
    const chains = random.chance(0.25) ? random.int(2, 3) : 1;
    const round: Chain[] = [];
    for (let index = 0; index < chains && made < share; index += 1) {
      const begins = first();
      const further = Math.min(random.int(0, LONGEST_CHAIN - 1), share - made);
      round.push([begins, ...Array.from({ length: further }, () => message('reply'))]);
    }
    rounds.push(round);
  }
  return rounds;
}

function sitePlan(random: SeededRandom, faulty: boolean): SitePlan {
  const plain: SitePlan = {
    refusals: [],
    transitMs: random.int(5, 60),
    historyLagMs: random.int(0, 50),
    acceptMs: random.int(20, 150),
    answerLost: false,
    replyMs: random.int(50, 1_500),
    reply: 'live',
  };
  if (!faulty || random.chance(0.85)) return plain;
  return random.pick<() => SitePlan>([
    () => ({ ...plain, refusals: ['limited'] }),
    () => ({ ...plain, refusals: ['broken'] }),
    () => ({ ...plain, refusals: ['broken', 'broken'] }),
    () => ({ ...plain, transitMs: random.int(500, 2_000), historyLagMs: random.int(0, 2_000) }),
    () => ({ ...plain, acceptMs: random.int(2_000, 20_000), replyMs: random.int(50, 30_000) }),
    () => ({ ...plain, answerLost: true }),
    () => ({ ...plain, reply: 'unseen' }),
    // The reply overtakes the word that the message was taken.
    () => ({ ...plain, acceptMs: random.int(500, 3_000), replyMs: random.int(5, 100) }),
  ])();
}

function makeFaults(random: SeededRandom, size: ScheduleSize): PlannedFault[] {
  const lots = size.kinds.flatMap((kind) => Array<FaultKind>(FAULT_WEIGHTS[kind]).fill(kind));
  const [first, ...others] = lots;
  if (size.messagesPerFault <= 0 || first === undefined) return [];
  const faults: PlannedFault[] = [];
  let at = 0;
  for (;;) {
    at += random.int(1, 2 * size.messagesPerFault - 1);
    if (at >= size.cycles) return faults;
    faults.push({
      afterMessages: at,
      kind: random.pick([first, ...others]),
      which: random.fraction(),
      size: random.fraction(),
    });
  }
}
