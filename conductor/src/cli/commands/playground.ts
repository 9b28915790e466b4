import { join } from 'node:path';

import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';

import { dataDirOf } from '../../client/find-conductor.ts';
import { offerPlaygroundTools } from '../../playground-tools.ts';
import { PLAYGROUND } from '../../program-files.ts';
import { handOver } from '../hand-over.ts';

/** `baton playground`: runs the playground in this process. */
export function playgroundCommand(): CommandUnknownOpts {
  return new Command('playground')
    .description(
      'run a small chat site, to try Baton without an account; its flags: baton playground --help',
    )
    .allowUnknownOption()
    .helpOption(false)
    .argument('[flags...]')
    .action((_flags, _options, self) => {
      const dataDir = dataDirOf({});
      if (!self.args.includes('--help')) offerPlaygroundTools(dataDir);
      return handOver([PLAYGROUND, '--data-dir', join(dataDir, 'playground'), ...self.args]);
    });
}
