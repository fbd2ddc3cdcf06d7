/** A schema of JSON Schema 2020-12: keywords and their values. */
export type JsonSchema = { [keyword: string]: unknown };
