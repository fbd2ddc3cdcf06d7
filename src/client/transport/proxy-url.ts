/** The URL of a route of the proxy, wherever it is mounted. Each segment is encoded. */
export function proxyUrl(endpoint: string | URL, ...segments: string[]): string {
  const base = endpoint.toString().replace(/\/+$/, '');
  return `${base}/${segments.map(encodeURIComponent).join('/')}`;
}
