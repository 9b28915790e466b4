// Here they run whole, in each browser (tests/kit/samples.ts): pages of a worker over bidi, too,
// where it takes a line of ours that a file which a page offers is not taken.
import '../../extension/content-resource/resource-page.browser.test.ts';
import '../../extension/content-resource/secret-values.browser.test.ts';
import '../../worker/browsers/worker-pages.browser.test.ts';
