export function newestProgram(entry: string): string;
export function currentBundle(entry: string): string | null;
export function changedAt(path: string): number;
