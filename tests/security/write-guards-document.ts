import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../../launcher/root.ts';
import { guardsDocument } from './guards-document.ts';

/** The second half of `npm run generate`. */
mkdirSync(join(ROOT, 'dist'), { recursive: true });
writeFileSync(join(ROOT, 'dist', 'security-guards.md'), guardsDocument());
