import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { putExtension } from '../../../conductor/src/cli/put-extension.ts';
import { tempDir } from '../../kit/running-conductor.ts';

/** A built extension of a key, with a file of its own. */
function build(key: string, file: string): string {
  const dir = tempDir();
  mkdirSync(join(dir, 'chromium'));
  writeFileSync(join(dir, 'chromium', 'manifest.json'), JSON.stringify({ key }));
  writeFileSync(join(dir, 'chromium', file), '');
  writeFileSync(join(dir, 'baton-firefox.xpi'), '');
  return dir;
}

describe('the extension in a folder', () => {
  it('takes the place of an earlier one, with none of its files', () => {
    const folder = join(tempDir(), 'new');
    putExtension(build('ours', 'old.js'), folder);
    const { chromium, firefox } = putExtension(build('ours', 'new.js'), folder);
    expect(readdirSync(chromium).toSorted()).toEqual(['manifest.json', 'new.js']);
    expect(existsSync(firefox)).toBe(true);
  });

  it.each(['a browser’s settings', 'another extension'])('does not take that of %s', (what) => {
    const folder = tempDir();
    const own = join(folder, 'chromium');
    mkdirSync(own);
    writeFileSync(join(own, 'Local State'), 'mine');
    if (what === 'another extension')
      writeFileSync(join(own, 'manifest.json'), JSON.stringify({ key: 'theirs' }));
    expect(() => putExtension(build('ours', 'new.js'), folder)).toThrow(/not Baton's/);
    expect(readdirSync(own)).toContain('Local State');
    expect(existsSync(join(folder, 'baton-firefox.xpi'))).toBe(false);
  });
});
