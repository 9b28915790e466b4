import type { CommandUnknownOpts } from '@commander-js/extra-typings';

import { SCOPES } from '../../../../shared/model/scope.ts';
import { command, usage, withContext } from '../command.ts';
import { unwrap } from '../context.ts';
import { writeOpeningPage } from '../../opening-page.ts';
import { openUrl } from '../open-url.ts';
import { localTime } from '../output.ts';

/** Signs the browser in to the web UI, and shows it. */
export function openCommand(): CommandUnknownOpts {
  return command('open', 'open the web UI in the browser, signed in')
    .argument('[path]', 'which screen, as /approvals')
    .option('--code', 'six digits to type in, for another browser or machine; opens nothing')
    .option('--scope <scope>', `what it may do there: ${SCOPES.join(', ')}`, 'full')
    .action((path, { code, scope: asked, ...options }) =>
      withContext(options, async ({ api, found, out }) => {
        const scope = SCOPES.find((one) => one === asked);
        if (scope === undefined)
          throw usage(`--scope: is one of ${SCOPES.join(', ')} (it was ${asked}).`, '--scope');
        const digits = code === true;
        const request = { scope, digits, ...(path !== undefined && { path }) };
        const link = unwrap(await api.call('makeFaceLink', { body: request }));
        // guard: face-link-argv
        const opened = !digits && (await openUrl(writeOpeningPage(found.dataDir, link.url)));
        out.document({ ...link, opened });
        const until = `once, until ${localTime(link.expires_at)}`;
        if (digits) {
          const { origin } = new URL(link.url);
          out.say(`Type ${out.paint.bold(link.code ?? '')} in at ${origin} (${until}).`);
        }
        out.say(`${opened ? 'Opened' : 'Open'} ${link.url}${digits ? '' : ` (${until})`}`);
      }),
    );
}
