import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

/** As far as it is used here. Source: the readme of `s3rver` 3.7. */
interface Server {
  run(): Promise<{ readonly port: number }>;
  close(): Promise<void>;
}
type ServerClass = new (options: object) => Server;

export interface RunningS3rver {
  /** `http://host:port` */
  readonly endpoint: string;
  /** The one that it takes. */
  readonly key: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Files of objects that it has. */
  objects(): readonly string[];
}

/** Starts the `s3rver` that is installed in that folder, with an empty bucket. It ends with the test. */
export async function startS3rver(installedIn: string, bucket: string): Promise<RunningS3rver> {
  const S3rver = createRequire(join(installedIn, 'package.json'))('s3rver') as ServerClass;
  const directory = join(installedIn, 'objects');
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  onTestFinished(() => server.close());
  return {
    endpoint: `http://127.0.0.1:${port}`,
    key: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    objects: () =>
      readdirSync(join(directory, bucket), { recursive: true })
        .map(String)
        .filter((file) => file.endsWith('_object')),
  };
}
