const WITH_PORT = /^(?:(\d+(?:\.\d+){3}):\d{1,5}|\[([\da-f.]*:[\da-f.:]*)\](?::\d{1,5})?)$/i;

/** The address in an entry of `X-Forwarded-For`: some load balancers write `203.0.113.1:5678` and `[2001:db8::1]:443`. */
export function withoutPort(entry: string): string {
  const [, v4, v6] = WITH_PORT.exec(entry) ?? [];
  return v4 ?? v6 ?? entry;
}
