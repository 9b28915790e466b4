import { writeFile } from 'node:fs/promises';

import { asyncApiDocument } from './asyncapi-document.ts';

// The one file of this room that runs by itself, in Node: the contract it writes down is run nowhere.
const target = new URL('../docs/protocol/asyncapi.json', import.meta.url);
await writeFile(target, `${JSON.stringify(asyncApiDocument(), null, 2)}\n`);
