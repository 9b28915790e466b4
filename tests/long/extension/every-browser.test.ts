// Here they run whole, in each browser: tests/kit/samples.ts.
import '../../e2e/main-chain.test.ts';
import '../../e2e/popup-answers.test.ts';
import '../../extension/content/attempt.browser.test.ts';
import '../../extension/content/chatgpt-page.browser.test.ts';
import '../../extension/page/kept-headers.browser.test.ts';
import '../../extension/page/socket-tap.browser.test.ts';
import '../../extension/page/tap.browser.test.ts';
import '../../launcher/start.browser.test.ts';
import '../../security/hostile-page.browser.test.ts';
import '../../security/tap.browser.test.ts';
