import type { JsonObject } from '../../../../baa/json-value.ts';
import { table } from '../../../../engine/tables.ts';

/** Description of a tool by its server, beside its name. */
export interface ToolDescription {
  readonly help: string;
  /** MCP's `annotations`, as the server gave them: what the configuration makes of them is a person's. */
  readonly hints: JsonObject;
  readonly paramsSchema: JsonObject;
}

/** Description of a server's tool when it was first seen, or when a person last accepted it. */
export interface ToolPin {
  /** `target::tool` */
  readonly toolId: string;
  /** Digest of the description. */
  readonly sha256: string;
  readonly description: ToolDescription;
  readonly acceptedAt: number;
  /** A surface, or `first_seen`. */
  readonly acceptedBy: string;
  /** Description that the server gives now. Null: as it was accepted. */
  readonly changed: ChangedDescription | null;
  readonly version: number;
}

export interface ChangedDescription {
  readonly sha256: string;
  readonly description: ToolDescription;
  /** When that was first seen. */
  readonly at: number;
}

export const TOOL_PINS = table<ToolPin>('toolPins');
