import { bearerLogin } from '../../../extension/page/bearer-login.ts';
import { keepHeaders } from '../../../extension/page/kept-headers.ts';
import { makeReplayer } from '../../../extension/page/replay.ts';
import { startTap } from '../../../extension/page/start-tap.ts';
import { tapFrames } from '../../../extension/page/tap-frames.ts';
import { tap } from '../../../extension/platforms/chatgpt/tap.ts';
import { tapOfAnySite } from '../../../extension/platforms/tap.ts';

if (location.hostname === 'chatgpt.com') {
  startTap(tap, { tapFrames, login: bearerLogin('/api/auth/session', 'accessToken') });
} else {
  const kept = keepHeaders();
  const { login } = kept;
  startTap(tapOfAnySite(location), { kept, login, makeReplayer: () => makeReplayer(kept) });
}
