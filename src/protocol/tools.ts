/** A function of the page that the agent may call. The interface announces tool calls as additive; these fields are ours. */
export interface ToolDefinition {
  name: string;
  description: string;
  /** JSON Schema of the input, an object. Undefined: any object. */
  inputSchema?: Record<string, unknown> | undefined;
}

/** The result of a call in the last reply. */
export interface ToolResult {
  /** The id of the `tool-call` part. */
  id: string;
  state: 'done' | 'failed';
  /** Any JSON value. */
  output?: unknown;
}
