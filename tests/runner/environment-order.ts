import { readFile } from 'node:fs/promises';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** How a test file says what it runs in; without it that is Node alone. */
const ENVIRONMENT = /@vitest-environment\s+([\w-]+)/;

/**
 * Vitest's order, with the files of one environment one after the other. A worker goes on to the next file where that
 * runs in the same environment; otherwise it ends, and a new one loads everything again.
 */
export class EnvironmentOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const named = await Promise.all(
      sorted.map(async (file) => {
        const [, environment = 'node'] =
          ENVIRONMENT.exec(await readFile(file.moduleId, 'utf8')) ?? [];
        return { file, group: `${file.project.name} ${environment}` };
      }),
    );
    return [...Map.groupBy(named, ({ group }) => group).values()].flat().map(({ file }) => file);
  }
}
