// Here they run whole: tests/kit/samples.ts.
import '../../conductor/edges/http/bad-input.test.ts';
import '../../conductor/text-risk/scan-risk.test.ts';
