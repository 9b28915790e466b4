import { appendFileSync } from 'node:fs';

import * as z from 'zod';

/** A step of a fake agent; steps run in order. `$1` is the match of the first group of `on`. */
const Step = z.union([
  z.strictObject({ say: z.string() }),
  /** Asks for a tool as a planner does: by a line with the key that it was told. */
  z.strictObject({
    call: z.strictObject({
      id: z.string(),
      method: z.string(),
      params: z.record(z.string(), z.unknown()).optional(),
      /** `base64`: in that; `echo`: without the key, as what is quoted. */
      as: z.enum(['base64', 'echo']).optional(),
    }),
  }),
  /** Asks for a tool of its run over MCP, and says what came of it. */
  z.strictObject({
    mcp: z.strictObject({
      name: z.string(),
      params: z.record(z.string(), z.unknown()).optional(),
      /** Waits for the answer so long (ms), and then no more. */
      patienceMs: z.int().optional(),
    }),
  }),
  /** Works until that file is there. */
  z.strictObject({ until: z.string() }),
  /** Works for so long. */
  z.strictObject({ workMs: z.int() }),
  /** Works, and puts nothing out any more. */
  z.strictObject({ silent: z.literal(true) }),
  /** Asks the person, and goes on with what they choose. */
  z.strictObject({
    ask: z.string(),
    /** Over ACP: the command that it would run. */
    command: z.string().optional(),
    /** Takes the question back once there is a file of that name in its folder. */
    takenBackBy: z.string().optional(),
  }),
  /** Puts a file out as it is; in a terminal it then draws all of its screen below. */
  z.strictObject({ draw: z.string() }),
  /** Draws all of its screen again. */
  z.strictObject({ redraw: z.int() }),
  z.strictObject({ exit: z.int() }),
  /** Over ACP: ends its turn so. */
  z.strictObject({ ends: z.enum(['max_tokens', 'max_turn_requests', 'refusal']) }),
]);

const Rule = z.strictObject({
  /** An expression for what it is told. */
  on: z.string(),
  does: z.array(Step),
  /** How often; left out: each time. */
  times: z.int().optional(),
});

export const AgentScript = z.strictObject({
  name: z.string().default('fake'),
  /** Whether it asks first if it may trust the folder. */
  trust: z.boolean().default(false),
  /** Breaks its lines there by itself; left out: as wide as its terminal is. */
  wrap: z.int().optional(),
  /** Takes MCP servers over HTTP, and writes the address of the one that it is given into that file. */
  mcpFile: z.string().optional(),
  /** A file that gets each text that it is told, as a line of JSON. */
  log: z.string().optional(),
  rules: z.array(Rule),
});

export type AgentScript = z.input<typeof AgentScript>;
export type AgentStep = z.infer<typeof Step>;

/** Finds the steps for a text; rules that have been used up are left out. */
export class ScriptReader {
  readonly script: z.infer<typeof AgentScript>;
  readonly #used = new Map<number, number>();

  constructor(json: string) {
    this.script = AgentScript.parse(JSON.parse(json));
  }

  stepsFor(told: string): readonly AgentStep[] {
    if (this.script.log !== undefined) appendFileSync(this.script.log, `${JSON.stringify(told)}\n`);
    for (const [place, { on, does, times = Infinity }] of this.script.rules.entries()) {
      const used = this.#used.get(place) ?? 0;
      const found = used < times ? new RegExp(on, 's').exec(told) : null;
      if (found === null) continue;
      this.#used.set(place, used + 1);
      const filled = JSON.stringify(does).replaceAll(/\$(\d)/g, (_, group: string) =>
        JSON.stringify(found[Number(group)] ?? '').slice(1, -1),
      );
      return z.array(Step).parse(JSON.parse(filled));
    }
    return [];
  }
}
