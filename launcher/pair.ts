import { Command, Option } from '@commander-js/extra-typings';
import { connectConductorAdmin } from './conductor-admin.ts';
import { DEFAULT_CONDUCTOR_PORT, DEFAULT_DATA_DIR } from './default-data-dir.ts';
import { portNumber } from './port-number.ts';

// `npm run pair`: a one-time way for a browser into the running conductor.
const command = new Command('npm run pair --')
  .description('Prints a link and a six-digit code that pair one browser with the running Baton.')
  .addOption(
    new Option('--conductor-port <port>', 'where the conductor listens')
      .argParser(portNumber)
      .env('BATON_PORT')
      .default(DEFAULT_CONDUCTOR_PORT),
  )
  .addOption(
    new Option('--data-dir <folder>', 'where the conductor keeps its data')
      .env('BATON_DATA_DIR')
      .default(DEFAULT_DATA_DIR),
  )
  .parse();

const { conductorPort, dataDir } = command.opts();
try {
  const admin = connectConductorAdmin(`http://127.0.0.1:${conductorPort}`, dataDir);
  const { code, link, expires_at } = await admin.offerPairing();
  const minutes = Math.max(1, Math.round((expires_at - Date.now()) / 60_000));
  console.log(`Open this link in the browser that has Baton's extension:\n  ${link}`);
  console.log(`or paste it into the extension's popup, or type this code there:\n  ${code}`);
  console.log(`Good for one browser and about ${minutes} minutes.`);
} catch (error) {
  command.error(
    `There is no conductor at port ${conductorPort} with its data in ${dataDir}. ` +
      'Start Baton with npm start, or name the right --conductor-port and --data-dir.\n' +
      `(${error instanceof Error ? error.message : String(error)})`,
  );
}
