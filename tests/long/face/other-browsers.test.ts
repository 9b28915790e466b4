// Here they run in the browsers that `npm test` leaves out: tests/kit/sampled-browsers.ts.
import '../../e2e/web-ui.test.ts';
import '../../e2e/web-ui-restart.test.ts';
