/** What every answer of the proxy carries. One that is no visitor's own says itself how long it may be kept. */
export function addAnswerHeaders(headers: Headers, requestId: string): void {
  headers.set('X-Request-Id', requestId);
  headers.set('X-Content-Type-Options', 'nosniff');
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
}
