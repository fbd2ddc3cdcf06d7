/** A function of the page that the agent may ask for. */
export interface PageTool {
  /** Said to the visitor, who is asked first unless `confirm` is false. */
  description: string;
  confirm?: boolean;
  execute(input: unknown): unknown;
}
