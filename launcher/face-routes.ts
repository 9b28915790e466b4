import type { Operation } from '../shared/api/operation.ts';

/**
 * Where the web UI asks each operation, as a TypeScript file: from the operations themselves, without what checks them,
 * which is the conductor's work.
 */
export function faceRoutes(operations: Readonly<Record<string, Operation>>): string {
  const rows = Object.entries(operations).map(
    ([id, { method, path }]) => `  ${id}: ['${method}', '${path}'],`,
  );
  return `import type { Operation } from '../../shared/api/operation.ts';
import type { OperationId } from '../../shared/api/operations.ts';

/** Method and path of every operation. Made by \`npm run generate\` from shared/api. */
export const ROUTES: Readonly<Record<OperationId, readonly [Operation['method'], string]>> = {
${rows.join('\n')}
};
`;
}
