import { startOptions } from '../../options/start-options.tsx';

startOptions();
