import axe from 'axe-core';

import '../../tests/kit/chatgpt-stand-in/page/chat-page.ts';

// As heavy as the pages of real chat sites are: more than a megabyte that is parsed and run before the page shows anything.
Object.assign(globalThis, { heavy: axe.version });
