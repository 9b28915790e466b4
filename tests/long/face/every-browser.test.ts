// Here they run whole, in each browser: tests/kit/sampled-browsers.ts.
import '../../e2e/web-ui.test.ts';
