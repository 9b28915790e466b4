import { posix, win32 } from 'node:path';

/** Program that a service manager keeps running, and its user. */
export interface ServiceProgram {
  /** The program and its arguments, by whole paths. */
  readonly command: readonly [string, ...string[]];
  readonly dataDir: string;
  readonly home: string;
  /** Where programs of this user keep their settings; systemd looks there. */
  readonly configDir: string;
  /** Where the tool servers' programs are looked for: a service manager knows few folders. */
  readonly searchPath: string;
  /** As Windows names the user: with the domain before it. */
  readonly user: string;
  /** 0 where users have none, as on Windows. */
  readonly uid: number;
}

/** A program and its arguments. */
export type Command = readonly [string, ...string[]];

/** How one service manager is told of a service. */
export interface ServiceDefinition {
  readonly manager: string;
  /** Where its description lies. */
  readonly file: string;
  readonly text: string;
  readonly encoding: 'utf8' | 'utf16le';
  /** Succeeds where there is such a manager for this user. */
  readonly probe: Command;
  /** Has it read the file and start the service, at once and at each login. What ran before is ended. */
  readonly start: readonly Command[];
  /** Ends it for good; the file is removed after. */
  readonly stop: readonly Command[];
  /** After the file is gone. */
  readonly forget: readonly Command[];
  /** Succeeds while it runs. */
  readonly isRunning: Command;
  readonly logs: string;
}

const DESCRIPTION = 'Baton’s conductor';
const LABEL = 'baton.conductor';
/** Wrong flags, unusable data and a taken port (docs/cli.md): starting again fixes none of them. */
const LASTING_FAULTS = '2 3 4';

/**
 * The folders of a PATH that are worth keeping: npm puts those of the project it runs, and of each folder above, before
 * them for as long as it runs, and not all of those are this user's alone.
 */
export function lastingPath(path: string, delimiter: string): string {
  // guard: service-path
  return path
    .split(delimiter)
    .filter((folder) => !/[\\/](node_modules[\\/]\.bin|node-gyp-bin)[\\/]?$/.test(folder))
    .join(delimiter);
}

/** Null for a system whose service manager is not known. */
export function defineService(
  platform: NodeJS.Platform,
  program: ServiceProgram,
): ServiceDefinition | null {
  switch (platform) {
    case 'linux':
      return systemdUnit(program);
    case 'darwin':
      return launchAgent(program);
    case 'win32':
      return scheduledTask(program);
    default:
      return null;
  }
}

function systemdUnit({ command, configDir, searchPath }: ServiceProgram): ServiceDefinition {
  const unit = 'baton.service';
  const systemctl = (...args: string[]): Command => ['systemctl', '--user', ...args];
  return {
    manager: 'systemd',
    file: posix.join(configDir, 'systemd', 'user', unit),
    encoding: 'utf8',
    text: `[Unit]
Description=${DESCRIPTION}

[Service]
ExecStart=${command.map((word) => unitWord(word).replaceAll('$', '$$$$')).join(' ')}
Environment=${unitWord(`PATH=${searchPath}`)}
Restart=on-failure
RestartSec=5
RestartPreventExitStatus=${LASTING_FAULTS}
UMask=0077

[Install]
WantedBy=default.target
`,
    probe: systemctl('show-environment'),
    start: [systemctl('daemon-reload'), systemctl('enable', unit), systemctl('restart', unit)],
    stop: [systemctl('disable', '--now', unit)],
    forget: [systemctl('daemon-reload')],
    isRunning: systemctl('is-active', '--quiet', unit),
    logs: 'journalctl --user --unit baton',
  };
}

/**
 * One word of a unit, whatever is in it. A line feed would end its line, and what follows be read as another; a lone %
 * would stand for something of systemd's, in commands a $ too.
 */
function unitWord(word: string): string {
  // guard: service-lines
  // guard: service-words
  const escaped = word.replace(/["\\]/g, String.raw`\$&`).replaceAll(/\p{Cc}/gu, unitEscape);
  return `"${escaped.replaceAll('%', '%%')}"`;
}

function unitEscape(control: string): string {
  return String.raw`\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function launchAgent({
  command,
  dataDir,
  home,
  searchPath,
  uid,
}: ServiceProgram): ServiceDefinition {
  const file = posix.join(home, 'Library', 'LaunchAgents', `${LABEL}.plist`);
  const log = posix.join(dataDir, 'log', 'conductor.log');
  const domain = `gui/${uid}`;
  const service = `${domain}/${LABEL}`;
  const words = command.map((word) => `      <string>${xml(word)}</string>`).join('\n');
  return {
    manager: 'launchd',
    file,
    encoding: 'utf8',
    text: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
  <dict>
    <key>Label</key>
    <string>${LABEL}</string>
    <key>ProgramArguments</key>
    <array>
${words}
    </array>
    <key>EnvironmentVariables</key>
    <dict>
      <key>PATH</key>
      <string>${xml(searchPath)}</string>
    </dict>
    <key>RunAtLoad</key>
    <true/>
    <key>KeepAlive</key>
    <dict>
      <key>SuccessfulExit</key>
      <false/>
    </dict>
    <key>Umask</key>
    <integer>${0o077}</integer>
    <key>StandardOutPath</key>
    <string>${xml(log)}</string>
    <key>StandardErrorPath</key>
    <string>${xml(log)}</string>
  </dict>
</plist>
`,
    probe: ['launchctl', 'print', domain],
    start: [['launchctl', 'bootstrap', domain, file]],
    stop: [['launchctl', 'bootout', service]],
    forget: [],
    isRunning: ['launchctl', 'print', service],
    logs: `tail ${log}`,
  };
}

function scheduledTask({ command, dataDir, user }: ServiceProgram): ServiceDefinition {
  const [program, ...args] = command;
  const file = win32.join(dataDir, 'baton-task.xml');
  const task = 'Baton';
  return {
    manager: 'Task Scheduler',
    file,
    encoding: 'utf16le',
    text: `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>${DESCRIPTION}</Description>
  </RegistrationInfo>
  <Triggers>
    <LogonTrigger>
      <UserId>${xml(user)}</UserId>
    </LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>${xml(user)}</UserId>
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>3</Count>
    </RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${xml(program)}</Command>
      <Arguments>${xml(args.map(windowsWord).join(' '))}</Arguments>
    </Exec>
  </Actions>
</Task>
`,
    probe: ['schtasks', '/Query', '/FO', 'LIST'],
    start: [
      ['schtasks', '/Create', '/TN', task, '/XML', file, '/F'],
      ['schtasks', '/Run', '/TN', task],
    ],
    stop: [
      ['schtasks', '/End', '/TN', task],
      ['schtasks', '/Delete', '/TN', task, '/F'],
    ],
    forget: [],
    isRunning: ['schtasks', '/Query', '/TN', task],
    logs: `schtasks /Query /V /FO LIST /TN ${task}`,
  };
}

/** As Windows' programs take their line of arguments apart. */
function windowsWord(word: string): string {
  return `"${word.replace(/(\\*)"/g, String.raw`$1$1\"`).replace(/(\\+)$/, '$1$1')}"`;
}

function xml(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
  return text.replace(/[&<>"]/g, (sign) => `&${names[sign]};`);
}
