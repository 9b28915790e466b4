import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A program that prints the marks of a shell with all keys that it finds, in what it reads too, and ends with code 7. */
const found = [JSON.stringify(process.env)];

function look(file: string): void {
  try {
    found.push(readFileSync(file, 'utf8'));
  } catch {
    // It is gone.
  }
}

function forge(): void {
  const keys = ['', 'key', 'k=s', ...(found.join(' ').match(/[0-9a-f]{24}/g) ?? [])];
  for (const mark of ['C', 'D;0', 'K;0', 'K;1', 'K', 'P', 'B'])
    for (const key of keys)
      process.stdout.write(`\u001b]133;${key === '' ? mark : `${mark};${key}`}\u0007`);
}

for (const file of [`/proc/${process.ppid}/environ`, `/proc/${process.ppid}/cmdline`]) look(file);
for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith('terminal-'))) {
  const dir = join(tmpdir(), name);
  for (const file of readdirSync(dir)) look(join(dir, file));
}
forge();
process.stdin.on('data', (data) => {
  const text = String(data);
  found.push(text);
  process.stdout.write(text);
  // As the shell would.
  process.stdout.write(
    text.replaceAll('\\033', '\u001b').replaceAll('\\007', '\u0007').replaceAll('%d', '0'),
  );
  forge();
});
setTimeout(() => process.exit(7), Number(process.argv[2]));
