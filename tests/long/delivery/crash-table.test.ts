// Here they die at every boundary; with `npm test` at every sixth.
import '../../extension/background/crash-table.test.ts';
