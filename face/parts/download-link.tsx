import type { ComponentChildren, VNode } from 'preact';

import { downloadAddress } from '../api/page-token.ts';

interface DownloadLinkProps {
  readonly path: string;
  /** Name of the file. */
  readonly name: string;
  readonly children: ComponentChildren;
  /** The key that does the same. */
  readonly hint?: string;
  readonly kind?: 'main' | 'plain';
}

/** The same without a link that is seen, for a key. */
export function download(path: string, name: string): void {
  const link = document.createElement('a');
  link.href = downloadAddress(path);
  link.download = name;
  link.click();
}

/** A file that the browser itself fetches and keeps: it may be larger than a page holds. */
export function DownloadLink({
  path,
  name,
  children,
  hint,
  kind = 'main',
}: DownloadLinkProps): VNode {
  const lead = ({ currentTarget }: { readonly currentTarget: HTMLAnchorElement }): void => {
    currentTarget.href = downloadAddress(path);
  };
  return (
    <a
      class={`button ${kind}`}
      href={path}
      download={name}
      onPointerDown={lead}
      onClick={lead}
      {...(hint !== undefined && { 'aria-keyshortcuts': hint })}
    >
      {children}
    </a>
  );
}
