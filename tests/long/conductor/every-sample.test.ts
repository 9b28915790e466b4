// Here they run whole: tests/kit/samples.ts.
import '../../conductor/edges/http/bad-input.test.ts';
import '../../conductor/features/runs/scan-risk.test.ts';
