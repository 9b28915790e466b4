// Here they die at every boundary; with `npm test` at every third.
import '../../extension/background/crash-table.test.ts';
