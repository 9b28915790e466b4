// Here they run whole, in each browser: tests/kit/samples.ts.
import '../../e2e/web-ui.test.ts';
