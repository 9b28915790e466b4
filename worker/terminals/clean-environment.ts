/** Variables that a program needs to run. The rest of the person's environment, and all of Baton's, stays out. */
const PASSED =
  process.platform === 'win32'
    ? [
        'APPDATA',
        'COMSPEC',
        'HOMEDRIVE',
        'HOMEPATH',
        'LOCALAPPDATA',
        'PATH',
        'PATHEXT',
        'PROGRAMFILES',
        'SYSTEMDRIVE',
        'SYSTEMROOT',
        'TEMP',
        'USERNAME',
        'USERPROFILE',
      ]
    : ['HOME', 'LANG', 'LANGUAGE', 'LOGNAME', 'PATH', 'SHELL', 'TMPDIR', 'TZ', 'USER'];

const OF_A_LANGUAGE = /^LC_[A-Z]+$/;

/** The environment of what the worker starts: the names above out of its own. */
export function cleanEnvironment(
  own: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    const isPassed = PASSED.includes(name.toUpperCase()) || OF_A_LANGUAGE.test(name);
    // A value that begins so is a function of a shell, and runs in the next one.
    // guard: terminal-env
    if (isPassed && value !== undefined && !value.startsWith('()')) clean[name] = value;
  }
  // Without a language many programs write no UTF-8.
  if (clean['LANG'] === undefined && clean['LC_ALL'] === undefined) clean['LANG'] = 'C.UTF-8';
  return clean;
}
