import { expect, onTestFinished, test } from 'vitest';
import { startConductorProcess } from '../kit/conductor-process.ts';
import { runEntry } from '../kit/run-entry.ts';

test('npm start does not start beside a conductor of the same data folder, and says what to do', async () => {
  const conductor = await startConductorProcess();
  onTestFinished(() => conductor.dispose());
  const args = ['--headless', '--data-dir', conductor.dataDir];
  // At ports of its own, which is not what is in the way.
  const ports = ['--conductor-port', '0', '--playground-port', '0'];
  const { code, stderr } = await runEntry('launcher/main.ts', [...args, ...ports]);
  expect(code).toBe(1);
  expect(stderr).toContain(
    `A conductor runs already with the data folder ${conductor.dataDir} (process ${conductor.pid}, at ${conductor.url}).`,
  );
  expect(stderr).toContain('npm run pair');
});
