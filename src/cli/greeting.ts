import { isDeepStrictEqual } from 'node:util';
import { defaultSettings, type SettingsPatch } from '../protocol/settings.ts';

/** Questions the documents of this package answer. */
const ABOUT_US = {
  name: 'agent-chat',
  initialMessages: ['Hello! Ask me anything about agent-chat: I answer from its own documents.'],
  suggestedQueries: [
    'How do I put the chat on my page?',
    'How do I feed it my own documents?',
    'Which models can it use?',
  ],
  placeholder: 'Ask a question',
} satisfies SettingsPatch;

/** What the owner's documents are about, only he can tell. */
const GREETING: SettingsPatch = { initialMessages: ['Hello! How can I help you?'] };

/** How a new agent greets. */
export function greetingOf(ownDocs: readonly string[] | undefined): SettingsPatch {
  return ownDocs ? GREETING : ABOUT_US;
}

/**
 * An agent that was tried out with the documents of this package and has its owner's now would go on asking for
 * questions about us. What the owner has changed stays. It goes through the proxy, which keeps the record.
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
