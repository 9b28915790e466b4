import { between, type InjectFault } from './fault.ts';

const STEPS = [
  'record final message',
  'begin instructions',
  'finish instruction',
  'dispatch delivery',
  'settle delivery',
  'enqueue message',
  'welcome client',
  'begin agent run',
  'stream reply of model',
  'record reply of model',
  'close agent step',
  'plan run',
  'send input of run',
  'begin turn of program',
  'end turn of program',
  'change task of run',
  'advance run',
] as const;

/** Dies between a commit and all that would follow it: its ack, its frames, its tools. */
export const killConductorAtCommit: InjectFault = (world, which, size) => {
  const step = STEPS[Math.floor(which * STEPS.length)] ?? STEPS[0];
  world.conductor.killAtCommit(step, between(size, 1, 4), between(size, 100, 5_000));
};
