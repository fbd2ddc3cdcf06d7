import { SETTINGS_TABLE } from '../../protocol/settings-table.ts';

export interface RefusedSetting {
  key: string;
  /** The rule it breaks, in the server's words. */
  rule: string;
}

/** The setting that a refusal names, as in "styles.buttonColor: must be a colour". */
export function readRefusedSetting(message: string): RefusedSetting | undefined {
  const [, key, rule] = /^([\w.]+)(?:\[\d+\])?: (.+)$/s.exec(message) ?? [];
  return key && rule && SETTINGS_TABLE.some(row => row.key === key) ? { key, rule } : undefined;
}
