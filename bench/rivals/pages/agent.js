/** Reads an answer for the pages whose widget leaves the network to the site: the words of each read together. */
export async function* words(message) {
  const response = await fetch('ask', { method: 'POST', body: JSON.stringify({ message }) });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop();
    let content = '';
    for (const line of lines) {
      if (!line.startsWith('data: ')) continue;
      const event = JSON.parse(line.slice(6));
      if (event.type === 'token') content += event.content;
    }
    if (content) yield content;
  }
}
