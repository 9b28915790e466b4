import type { Guard } from './guards.ts';

const ALONE = {
  test: 'tests/security/tap.browser.test.ts',
  shows: 'in c.*whichever trick is tried',
};

const HIDDEN = {
  test: 'tests/long/resources/hidden-text.test.ts',
  shows: 'a page of chromium hides.*reach no assistant',
};

const WORKER_PAGES = 'tests/worker/browsers/worker-pages.browser.test.ts';
const EVERY_BROWSER = 'tests/long/resources/every-browser.test.ts';

/**
 * The guards of ours that only a real browser can show: its own walls stand beside them. One browser shows each; the
 * test itself runs in both.
 */
export const BROWSER_GUARDS: readonly Guard[] = [
  {
    name: 'page-sockets',
    file: 'conductor/src/edges/bridge/gateway.ts',
    before: 'if (await services.knowsOrigin(request.headers.origin)) return;',
    after: 'if (request.headers) return;',
    test: 'tests/security/hostile-page.browser.test.ts',
    shows: 'a hostile page in',
  },
  {
    name: 'pressed-by-hand',
    file: 'extension/content-conductor/start-pairing-page.ts',
    before: 'if (event.isTrusted && isOnButton)',
    after: 'if (isOnButton)',
    test: 'tests/long/extension/pairing.test.ts',
    shows: 'pairing in chromium.*is not begun by a page at another port',
  },
  {
    name: 'silent-elsewhere',
    file: 'extension/content-conductor/start-pairing-page.ts',
    before: 'if (met?.known !== true) return;',
    after: 'if (met === undefined) return;',
    test: 'tests/long/extension/pairing.test.ts',
    shows: 'pairing in chromium.*is not begun by a page at another port',
  },
  {
    name: 'stops-own-reply',
    file: 'extension/content/reply-reporter.ts',
    before:
      'return mayGrow && this.#around.attemptIdOf(newest.exchange) === attemptId ? newest : null;',
    after: 'return mayGrow ? newest : null;',
    test: 'tests/extension/content/chatgpt-page.browser.test.ts',
    shows: 'in c.*a reply that nobody waits for is stopped',
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
    shows: 'a hostile page in',
  },
  {
    name: 'header-names-only',
    file: 'extension/page/request-registry.ts',
    before: `eachHeader(headers, (_value, name) => {
        names += \`\${name},\`;`,
    after: `eachHeader(headers, (value, name) => {
        names += \`\${name} \${value},\`;`,
    test: 'tests/e2e/main-chain.test.ts',
    shows: 'closes the circle',
  },
  {
    name: 'sent-as-examined',
    file: 'extension/page/tap-fetch.ts',
    before: 'const leave = (): Promise<Response> => native(self, [request]);',
    after: 'const leave = (): Promise<Response> => native();',
    ...ALONE,
  },
  {
    name: 'opened-as-examined',
    file: 'extension/page/tap-xhr.ts',
    before: 'if (!isHeld) sendExamined(xhr, opened, body);',
    after: 'if (!isHeld) native();',
    ...ALONE,
  },
  {
    name: 'answer-address',
    file: 'extension/page/tap-fetch.ts',
    before: 'if (!isFrom(response, request)) {',
    after: 'if (!isFrom) {',
    ...ALONE,
  },
  {
    name: 'opened-anew',
    file: 'extension/page/tap-xhr.ts',
    before: 'openedBy.get(xhr) === opened && responseUrl(xhr) === addressOf(opened.request);',
    after: 'openedBy.get(xhr) === opened && responseUrl(xhr) !== addressOf;',
    ...ALONE,
  },
  {
    name: 'history-address',
    file: 'extension/page/read-with-login.ts',
    before: 'if (!isFrom(response, request)) fail();',
    after: 'if (!isFrom) fail();',
    test: 'tests/security/tap.browser.test.ts',
    shows: 'in c.*is of the site’s history what the site itself answered',
  },
  {
    name: 'trusted-events',
    file: 'extension/page/natives.ts',
    before: 'if (event.isTrusted) listener(event);',
    after: 'listener(event);',
    ...ALONE,
  },
  {
    name: 'event-origin',
    file: 'extension/page/tap-event-sources.ts',
    before: 'originOfMessage(event) === originOf(url) ? messageData(event) : null;',
    after: 'originOfMessage(event) === originOf ? null : messageData(event);',
    ...ALONE,
  },
  {
    name: 'whole-answers',
    file: 'extension/page/watched-streams.ts',
    before: 'const isPart = isUsed(answer.response);',
    after: 'const isPart = !isUsed;',
    ...ALONE,
  },
  {
    name: 'every-move',
    file: 'extension/page/tap-location.ts',
    before: 'if (navigation) return on(',
    after: 'if (!navigation) return on(',
    test: 'tests/security/tap.browser.test.ts',
    shows: 'in c.*is that it went elsewhere, whosever methods it uses',
  },
  {
    name: 'whole-messages',
    file: 'extension/content/attempt.ts',
    before: 'if (!isBeginningOf(sent.text, this.text)) return judge(true);',
    after: 'if (isBeginningOf(sent.text, this.text)) return judge(true);',
    test: 'tests/extension/content/attempt.browser.test.ts',
    shows: 'in a page of c.*a page that sends while text is put in sends no part of it',
  },
  {
    name: 'refused-for-good',
    file: 'extension/content/attempt.ts',
    before: 'if (!this.#wasReplayed) this.#page.loadAnew();',
    after: '',
    test: 'tests/extension/content/attempt.browser.test.ts',
    shows: 'in a page of c.*a page whose send was refused is loaded anew',
  },
  {
    name: 'secret-fields',
    file: 'extension/content-resource/secret-fields.ts',
    before: 'for (const name of namesOf(element)) this.#names.add(name);',
    after: '',
    test: 'tests/extension/content-resource/resource-page.browser.test.ts',
    shows: 'in c.*a password that its page shows as text stays secret',
  },
  {
    name: 'hidden-text',
    file: 'extension/content-resource/drawn.ts',
    before: 'if (left === null) return 0;',
    after: 'if (left === null) return 1;',
    test: 'tests/extension/content-resource/resource-page.browser.test.ts',
    shows: 'in c.*what nobody can see is in no answer',
  },
  {
    name: 'tiny-text',
    file: 'extension/content-resource/drawn.ts',
    before: 'if (height < LEAST_HEIGHT) return false;',
    after: 'if (height < LEAST_HEIGHT) return true;',
    ...HIDDEN,
  },
  {
    name: 'inkless-text',
    file: 'extension/content-resource/ground.ts',
    before: 'return isInked(pairsOf(spot, letters, underlays));',
    after: 'return isInked(pairsOf(spot, letters, underlays)) || true;',
    ...HIDDEN,
  },
  {
    name: 'covered-text',
    file: 'extension/content-resource/painters.ts',
    before: 'return still.part >= MOST ||',
    after: 'return still.part > 1 ||',
    ...HIDDEN,
  },
  {
    name: 'undrawn-names',
    file: 'extension/content-resource/walk.ts',
    before: '!this.#view.drawn.shows(element)) {',
    after: "!this.#view.drawn.shows(element) && role === '') {",
    ...HIDDEN,
  },
  {
    name: 'acts-once',
    file: 'extension/content-resource/act.ts',
    before: "if (this.memory.of(request.call_id) !== 'none') return this.settle(request.call_id);",
    after: '',
    test: 'tests/extension/content-resource/resource-page.browser.test.ts',
    shows: 'in c.*a call acts once',
  },
  {
    name: 'shown-is-pressed',
    file: 'extension/content-resource/act.ts',
    before: 'if (role !== wanted.role || name !== wanted.name) {',
    after: "if (wanted.role === '') {",
    test: 'tests/extension/content-resource/resource-page.browser.test.ts',
    shows: 'in c.*what was shown to a person is what is pressed',
  },
  {
    name: 'pressed-inside',
    file: 'extension/content-resource/act.ts',
    before: 'if (other !== null)',
    after: 'if (other === element)',
    test: 'tests/extension/content-resource/resource-page.browser.test.ts',
    shows: 'in c.*is not pressed by the name of what is around it',
  },
  {
    name: 'unjudged-secrets',
    file: 'extension/content-resource/act.ts',
    before: 'const isUnasked = expect !== null && expect.sends_secret !== true;',
    after: 'const isUnasked = expect === undefined;',
    test: 'tests/extension/content-resource/resource-page.browser.test.ts',
    shows: 'in c.*a secret that was not judged is not sent',
  },
  {
    name: 'worker-redirects',
    file: 'worker/browsers/go-to.ts',
    before: 'if (origin !== null && new URL(arrived).origin !== origin) {',
    after: 'if (origin === undefined) {',
    test: WORKER_PAGES,
    shows: 'over cdp.*leads to an origin that was not given',
  },
  {
    name: 'worker-addresses',
    file: 'worker/browsers/reachable-url.ts',
    before: "if (protocol !== 'http:' && protocol !== 'https:') {",
    after: "if (protocol === '') {",
    test: WORKER_PAGES,
    shows: 'over cdp.*leads to an origin that was not given',
  },
  {
    name: 'worker-own-frames',
    file: 'worker/browsers/worker-page.ts',
    before: "(one.origin !== 'null' && one.origin === top?.origin)",
    after: 'one.origin.length > 0',
    test: WORKER_PAGES,
    shows: 'over cdp.*frame of another site is not entered',
  },
  {
    name: 'worker-downloads',
    file: 'worker/browsers/open-browser.ts',
    before: "return denyDownloads(await puppeteer.launch({ ...common, browser: 'firefox' }));",
    after: "return puppeteer.launch({ ...common, browser: 'firefox' });",
    test: EVERY_BROWSER,
    shows: 'over bidi.*offers is not taken',
  },
  {
    name: 'worker-cookies',
    file: 'worker/browsers/browsers.ts',
    before: 'return `${name} ${chat}`;',
    after: 'return `${name} `;',
    test: WORKER_PAGES,
    shows: 'over cdp.*cookies of its own',
  },
];
