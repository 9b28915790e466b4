import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';

import { dataDirOf } from '../../client/find-conductor.ts';
import { EXTENSION } from '../../program-files.ts';
import { VERSION } from '../../version.ts';
import { guarded } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { createOutput, Failure } from '../output.ts';
import { putExtension } from '../put-extension.ts';

/** `baton extension`: copies the extension into a folder that a browser loads. */
export function extensionCommand(): CommandUnknownOpts {
  return new Command('extension')
    .description('copy the extension into a folder, from which a browser can load it')
    .argument('[folder]', 'the folder; default: `extension` in the data folder')
    .option('--json', 'answer as JSON on standard output')
    .option('--data-dir <folder>', "the conductor's data folder (BATON_DATA_DIR)")
    .action((given, options) =>
      guarded(options, async () => {
        const out = createOutput(options.json === true);
        if (!existsSync(EXTENSION)) {
          const text = `The extension is not built: ${EXTENSION} is not there. Run "npm run build".`;
          throw new Failure({ code: 'internal', text }, EXIT.fault);
        }
        const folder = given === undefined ? join(dataDirOf(options), 'extension') : resolve(given);
        const { chromium, firefox } = putExtension(EXTENSION, folder);
        out.document({ version: VERSION, chromium, firefox });
        out.say(
          `Baton's extension ${VERSION}. A browser that has an older one loads it from here again.`,
        );
        out.say(
          `  Chrome, Edge, Chromium  chrome://extensions ▸ Developer mode ▸ Load unpacked ▸ ${chromium}`,
        );
        out.say(
          `  Firefox                 about:debugging ▸ This Firefox ▸ Load Temporary Add-on ▸ ${firefox}`,
        );
        out.say('Then pair it: baton pair. Pictures of each step: docs/install.md');
      }),
    );
}
