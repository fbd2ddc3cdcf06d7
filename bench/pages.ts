/** A page without anything. */
export function blankPage(): string {
  return `<!doctype html><title>Blank</title><p>Page`;
}

/** The host's page with the widget's script and nothing else. */
export function widgetPage(): string {
  return `<!doctype html><html lang="en"><title>Widget</title><p>Page</p>
<script type="module" src="/agent-chat.js" data-agent-id="bench"></script></html>`;
}

/**
 * The least a page can do with a streamed answer: the same bytes read by `fetch`, appended as plain text once a
 * frame, scrolled once a frame. No markdown, no component, no accessibility.
 */
export function floorPage(): string {
  return `<!doctype html><html lang="en"><title>Floor</title>
<style>#log { block-size: 500px; inline-size: 360px; overflow: auto; font: 15px system-ui } #log div { white-space: pre-wrap }</style>
<div id="log"></div>
<script type="module">
const log = document.querySelector('#log');
const ask = async message => {
  const response = await fetch('/api/v2/agents/bench/chat', { method: 'POST', body: JSON.stringify({ message, stream: true }) });
  const text = document.createTextNode('');
  const answer = document.createElement('div');
  answer.append(text);
  log.append(answer);
  let waiting = '';
  let frame = 0;
  const draw = () => { frame = 0; text.appendData(waiting); waiting = ''; log.scrollTop = log.scrollHeight; };
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split('\\n');
    rest = lines.pop();
    for (const line of lines) {
      if (!line.startsWith('data: ')) continue;
      const event = JSON.parse(line.slice(6));
      if (event.type === 'token') waiting += event.content;
    }
    frame ||= requestAnimationFrame(draw);
  }
  await new Promise(requestAnimationFrame);
  draw();
};
const restore = pairs => {
  for (const text of pairs.flat()) {
    const div = document.createElement('div');
    div.textContent = text.replaceAll('**', '');
    log.append(div);
  }
  log.scrollTop = log.scrollHeight;
};
window.subject = { open() {}, ask, restore };
</script></html>`;
}
