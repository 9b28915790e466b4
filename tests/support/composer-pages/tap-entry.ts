import { startTap } from '../../../extension/page/start-tap.ts';
import { tap } from '../../../extension/platforms/chatgpt/tap.ts';
import { tapOfAnySite } from '../../../extension/platforms/tap.ts';

startTap(location.hostname === 'chatgpt.com' ? tap : tapOfAnySite(location));
