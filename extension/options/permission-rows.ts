/** State of a permission this extension asks for or was given, as the browser reports it. */
export interface PermissionRow {
  readonly what: string;
  readonly kind: 'api' | 'origin';
  /** `required` came with the installation, `granted` later; `withheld` was taken away in the browser. */
  readonly status: 'required' | 'granted' | 'withheld';
}

export interface Asked {
  readonly permissions: readonly string[];
  readonly origins: readonly string[];
}

interface Manifest {
  readonly permissions?: readonly string[] | undefined;
  readonly host_permissions?: readonly string[] | undefined;
}

/** Returns the permissions that the manifest asks for at install; manifest 2 puts origins among them. */
export function askedAtInstall({
  permissions = [],
  host_permissions: hosts = [],
}: Manifest): Asked {
  const isOrigin = (name: string): boolean => name.includes('://');
  const origins = [...permissions.filter(isOrigin), ...hosts].map(wholeOrigin);
  return {
    permissions: permissions.filter((name) => !isOrigin(name)),
    origins: [...new Set(origins)],
  };
}

/** A permission is for a whole origin, whatever path its pattern goes on with; browsers name it so. */
function wholeOrigin(pattern: string): string {
  return pattern.replace(/^(\w+:\/\/[^/]+)\/.*$/, '$1/*');
}

/** Everything asked for, and everything granted beyond it. */
export function permissionRows(
  asked: Asked,
  granted: Asked,
  holds: (origin: string) => boolean,
): readonly PermissionRow[] {
  const given = [...new Set(granted.origins.map(wholeOrigin))];
  const later = given.filter((origin) => !asked.origins.includes(origin));
  const others = granted.permissions.filter((name) => !asked.permissions.includes(name));
  return [
    ...asked.permissions.map((what) => ({ what, kind: 'api', status: 'required' }) as const),
    ...others.map((what) => ({ what, kind: 'api', status: 'granted' }) as const),
    ...asked.origins.map(
      (what) => ({ what, kind: 'origin', status: holds(what) ? 'required' : 'withheld' }) as const,
    ),
    ...later.map((what) => ({ what, kind: 'origin', status: 'granted' }) as const),
  ];
}
