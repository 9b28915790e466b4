/** Where conversations are had that a program of this machine serves, and no browser. */
export const PROGRAM_PLATFORMS = ['acp', 'terminal'] as const;

export type ProgramPlatform = (typeof PROGRAM_PLATFORMS)[number];

export function isProgramPlatform(platform: string): platform is ProgramPlatform {
  return PROGRAM_PLATFORMS.some((one) => one === platform);
}

/** Programs in terminals whose screens are known. */
export const SCREEN_PROGRAMS = ['claude-code', 'codex', 'opencode', 'shell'] as const;
