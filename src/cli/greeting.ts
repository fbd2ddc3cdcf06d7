import { isDeepStrictEqual } from 'node:util';
import { defaultSettings, type SettingsPatch } from '../protocol/settings.ts';

/** Settings of a new agent that answers from this package's own documents. */
const ABOUT_US = {
  name: 'agent-chat',
  initialMessages: ['Hello! Ask me anything about agent-chat: I answer from its own documents.'],
  suggestedQueries: [
    'How do I put the chat on my page?',
    'How do I feed it my own documents?',
    'Which models can it use?',
  ],
} satisfies SettingsPatch;

/** Settings of a new agent that answers from its owner's documents, whose subject is unknown. */
const GREETING: SettingsPatch = { initialMessages: ['Hello! How can I help you?'] };

/** The greeting of a new agent. */
export function greetingOf(ownDocs: readonly string[] | undefined): SettingsPatch {
  return ownDocs ? GREETING : ABOUT_US;
}

/**
 * Removes the built-in greeting and sample questions from an agent that now has its owner's documents. Settings that the
 * owner changed stay. Goes through the proxy, which keeps the versions.
 */
export async function dropOurGreeting(
  proxy: (request: Request) => Promise<Response>,
  chatbotId: string,
  adminToken: string,
): Promise<void> {
  const headers = { Authorization: `Bearer ${adminToken}`, 'Content-Type': 'application/json' };
  const request = (path: string, init?: RequestInit): Promise<Response> =>
    proxy(new Request(new URL(path, 'http://localhost'), { headers, ...init }));
  const kept = await request(`/v2/chatbots/${chatbotId}/settings`);
  if (!kept.ok) return;
  const { data } = (await kept.json()) as { data: { settings: Record<string, unknown> } };
  const plain: Record<string, unknown> = { ...defaultSettings(), ...GREETING };
  const ours = Object.entries(ABOUT_US).filter(([key, value]) =>
    isDeepStrictEqual(data.settings[key], value),
  );
  if (ours.length === 0) return;
  const patch = Object.fromEntries(ours.map(([key]) => [key, plain[key]]));
  const body = JSON.stringify({ chatbotId, ...patch });
  await request('/v2/chatbots/settings', { method: 'POST', body });
}
