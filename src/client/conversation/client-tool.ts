/** A function of the page that the agent may call. */
export interface ClientTool {
  /** Shown to the visitor who is asked for permission, and sent to the agent. */
  description: string;
  /** JSON Schema of the input, an object, for the agent. */
  inputSchema?: Record<string, unknown> | undefined;
  /** Runs only with the visitor's permission. */
  confirm?: boolean | undefined;
  /** Its (resolved) return value is the call's output; an exception makes the call fail. */
  run(input: unknown): unknown;
}

/** Whether a page's tool can run. */
export function isTool(tool: ClientTool): boolean {
  return typeof tool?.run === 'function';
}
