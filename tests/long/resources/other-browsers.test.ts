// Here they run in the browsers that `npm test` leaves out: tests/kit/sampled-browsers.ts.
import '../../extension/content-resource/resource-page.browser.test.ts';
import '../../worker/browsers/worker-pages.browser.test.ts';
