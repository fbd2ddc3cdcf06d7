import { createProxy, type ProxyOptions } from 'agent-chat-server/proxy';

const options: ProxyOptions = { baseUrl: undefined, apiKey: undefined, basePath: '/chat' };
const proxy = createProxy(options);

/** What Next.js takes a route handler for; its build refuses any other. */
type NextRoute = (
  request: Request,
  context: { params: Promise<{ path: string[] }> },
) => Response | Promise<Response>;
export const POST: NextRoute = proxy;
