import { startTap } from '../../../extension/page/start-tap.ts';

startTap();
