import { CHAT_CHECKS } from './chat-checks.ts';
import type { Check } from './checks.ts';
import { MANAGEMENT_CHECKS } from './management-checks.ts';

/** The interface, section by section. The checks on the management routes leave contacts and settings behind. */
export const CHECKS: readonly Check[] = [...CHAT_CHECKS, ...MANAGEMENT_CHECKS];
