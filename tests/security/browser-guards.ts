import type { Guard } from './guards.ts';

/**
 * The guards of ours that only a real browser can show: its own walls stand beside them. One browser shows each; the
 * test itself runs in both.
 */
export const BROWSER_GUARDS: readonly Guard[] = [
  {
    name: 'page-sockets',
    file: 'conductor/src/ws/gateway.ts',
    before: 'if (services.knowsOrigin(request.headers.origin)) return;',
    after: 'if (request.headers) return;',
    test: 'tests/security/hostile-page.browser.test.ts',
    shows: 'a hostile page in chromium',
  },
  {
    name: 'pressed-by-hand',
    file: 'extension/content-conductor/start-pairing-page.ts',
    before: 'if (event.isTrusted && isOnButton)',
    after: 'if (isOnButton)',
    test: 'tests/e2e/pairing.test.ts',
    shows: 'pairing in chromium.*is not begun by a page at another port',
  },
  {
    name: 'silent-elsewhere',
    file: 'extension/content-conductor/start-pairing-page.ts',
    before: 'if (met?.known !== true) return;',
    after: 'if (met === undefined) return;',
    test: 'tests/e2e/pairing.test.ts',
    shows: 'pairing in chromium.*is not begun by a page at another port',
  },
  {
    name: 'saved-built-ins',
    file: 'extension/page/tap-port.ts',
    before: 'const post = port1.postMessage.bind(port1);',
    after: 'const post = (event: TapEvent): void => port1.postMessage(event);',
    test: 'tests/extension/page/tap.browser.test.ts',
    shows: 'in a page of c.*a page that tampers with everything',
  },
  {
    name: 'secret-handshake',
    file: 'extension/content/connect-tap.ts',
    before: `    if (nonce === null || event.data !== nonce) return;
    event.stopImmediatePropagation();
    stopMeeting();`,
    after: '    event.stopImmediatePropagation();',
    test: 'tests/security/hostile-page.browser.test.ts',
    shows: 'a hostile page in chromium',
  },
  {
    name: 'header-names-only',
    file: 'extension/page/request-book.ts',
    before: `eachHeader(headers, (_value, name) => {
        names += \`\${name},\`;`,
    after: `eachHeader(headers, (value, name) => {
        names += \`\${name} \${value},\`;`,
    test: 'tests/e2e/main-chain.test.ts',
    shows: 'in chromium.*closes the circle',
  },
];
