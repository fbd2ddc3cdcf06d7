import { SETTINGS_TABLE } from '../../protocol/settings-table.ts';

export interface RefusedSetting {
  key: string;
  /** The rule it breaks, in the server's words. */
  rule: string;
  /** Which entry of a list, from 0, where it names one. */
  entry: number | undefined;
}

/** The setting that a refusal names, as in "styles.buttonColor: must be a colour" or "allowedDomains: entry 2 must …". */
export function readRefusedSetting(message: string): RefusedSetting | undefined {
  const [, key, index, rule] = /^([\w.]+)(?:\[(\d+)\])?: (.+)$/s.exec(message) ?? [];
  if (!key || !rule || !SETTINGS_TABLE.some(row => row.key === key)) return undefined;
  const place = /^entry (\d+)\b/.exec(rule)?.[1];
  const entry = index ? Number(index) : place ? Number(place) - 1 : undefined;
  return { key, rule, entry };
}
