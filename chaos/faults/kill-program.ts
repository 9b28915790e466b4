import type { InjectFault } from './fault.ts';

export const killProgram: InjectFault = ({ programs }, which) => programs.kill(which);
