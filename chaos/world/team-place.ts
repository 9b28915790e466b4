import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ModelServer } from '../../tests/kit/model-server.ts';
import { descendants, killHard } from '../../tests/kit/process-tree.ts';
import { writePrograms } from '../../tests/kit/program-files.ts';
import type { FaultPrograms } from '../faults/fault.ts';
import type { SiteEntry } from '../site/site-log.ts';
import { isOfTeam, programScript } from '../site/team-script.ts';

/** Where members of teams work that are no chats, and what they were told. */
export interface TeamPlace extends FaultPrograms {
  /** The folder of programs. */
  readonly folder: string;
  /** Texts that programs and models got about the goals of teams: each as often as one of them got it. */
  told(): readonly string[];
  /** For good. */
  end(): Promise<void>;
}

/** The name of the program that members of teams are, over the Agent Client Protocol and in terminals. */
export const MEMBER = 'member';

/** Returns the texts that members of teams got, whatever kind they are. */
export function toldToTeams(site: readonly SiteEntry[], place: TeamPlace): readonly string[] {
  return [...site.flatMap(({ text, tag }) => (tag === null ? [text] : [])), ...place.told()];
}

/** @param folder Lies beside the small disk: what counts must have room. */
export async function startTeamPlace(
  folder: string,
  dataDir: string,
  model: ModelServer,
): Promise<TeamPlace> {
  const log = join(folder, 'told');
  const works = join(folder, 'team');
  mkdirSync(works, { recursive: true });
  await writePrograms(dataDir, { [MEMBER]: programScript(log) });

  /** The programs that run now; some outlive the conductor for a moment. */
  const running = (): readonly number[] =>
    descendants(1)
      .filter(({ commandLine }) => commandLine.includes(log))
      .map(({ pid }) => pid);

  return {
    folder: works,
    told: () => [...programsTold(log), ...modelTold(model)],
    async kill(which) {
      const pids = running();
      const pid = pids[Math.floor(which * pids.length)];
      if (pid !== undefined) await killHard(pid);
    },
    async end() {
      await Promise.all(running().map((pid) => killHard(pid)));
    },
  };
}

function programsTold(log: string): readonly string[] {
  if (!existsSync(log)) return [];
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as string);
}

/** Each request holds all that was said before: a text was said as often as the request says that has it most often. */
function modelTold({ requests }: ModelServer): readonly string[] {
  const most = new Map<string, number>();
  for (const { messages } of requests) {
    const texts = messages.flatMap(({ role, content }) =>
      role === 'user' && content !== null && isOfTeam(content) ? [content] : [],
    );
    for (const [text, same] of Map.groupBy(texts, (one) => one))
      most.set(text, Math.max(most.get(text) ?? 0, same.length));
  }
  return [...most].flatMap(([text, times]) => Array<string>(times).fill(text));
}
