// Here each operation is asked for every id that is nobody's; with `npm test` for two of them.
import '../../conductor/edges/http/bad-input.test.ts';
