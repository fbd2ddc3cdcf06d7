/** The address of a route of the proxy, wherever it is mounted. Each segment is encoded. */
export function proxyUrl(endpoint: string, ...segments: string[]): string {
  const base = endpoint.replace(/\/+$/, '');
  return `${base}/${segments.map(encodeURIComponent).join('/')}`;
}
