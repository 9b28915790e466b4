import { startOptions } from '../../options/start-options.ts';

startOptions();
