import { describe, expect, test } from 'vitest';

import { rateShell } from '../../../conductor/src/text-risk/rate-shell.ts';

/** Texts that an assistant types into a shell, to read what is no part of the project's own text. */
const ATTACKS: readonly (readonly [gain: string, text: string])[] = [
  ['a key of the person, as the place of a pattern', "grep -e '' /home/me/.ssh/id_rsa README.md"],
  ['a file of the system, the same', 'grep -A 3 -e root /etc/shadow README.md'],
  ['the variables of a process, the same', 'egrep -e x /proc/self/environ README.md'],
  ['a file of the system, with the pattern twice', 'fgrep -e a -e b /etc/passwd README.md'],
  ['a file of the system, of another program', 'rg -e . /etc/shadow'],
  ['a key, behind two options', 'rg -t rust -e y /root/.ssh/config'],
  ['a hidden file of the folder', 'rg -e x .env'],
  ['hidden files, by an option', 'rg --hidden KEY src'],
  ['hidden files, by an option said twice', 'rg -uu KEY'],
  ['hidden files, by an option among others', 'rg -inuuu KEY src'],
  ['hidden files, by going down', "grep -r '' ."],
  ['hidden files, by going down from a folder', 'grep -rn TOKEN src'],
  ['hidden files, by a long option', 'grep --recursive TOKEN .'],
  ['hidden files, by going down along links', 'grep -R TOKEN src'],
  ['a key by a sign that stands for others', 'cat server.p?m'],
  ['a key by a name that stands for others', 'cat i?_rsa'],
  ['all keys of a folder', 'cat config/*'],
  ['all that lies there', 'head -n 50 *'],
  ['all that begins so', 'tail -n 5 id*'],
  ['keys by their ending', 'cat *.pe?'],
  ['keys by a part of their ending', 'cat *.k*'],
  ['keys by what is searched', "grep -h '' server.k?y b.k?y"],
  ['keys, sorted', 'sort s*.pem'],
  ['keys, cut', 'cut -c 1-200 server.p*'],
  ['keys, of another program', "rg '' server.p?m"],
  ['a hidden file by a pattern', 'cat .en?'],
  ['a hidden file below', 'cat */.env'],
  ['a hidden file of the last commit', 'git show HEAD:.env'],
  ['a key of the last commit', 'git show HEAD:server.pem'],
  ['a key of a commit, in a folder', 'git show HEAD~1:deploy/id_ed25519'],
  ['the token of a remote', 'cat .git/config'],
  ['what a parent folder holds', 'cat src/../../other'],
  ['a key by a quote in its name', 'cat i"d_rs"a'],
  ['a key in other letters', 'cat CONFIG/SERVER.PEM'],
  ['a key as a script', "awk '{print}' server.key"],
  ['a key beside what is the same', 'diff -y README.md id_rsa'],
  ['a key from a list', 'ls | cat - id_rsa'],
  ['a home', 'cat ~/.netrc'],
  ['the home by a variable', 'cat $HOME/.netrc'],
  ['a file of the system, as what comes in', 'wc -l < /etc/shadow'],
];

describe('a text that would read a secret unasked', () => {
  test.for(ATTACKS)('asks: %s: %s', ([, text]) => {
    expect(rateShell(text, { name: 'bash', isTrusted: false })).not.toEqual([]);
  });
});
