// The core of Turbo and Astro: fetch the page, replace the body by its body, and keep a copy for going back.
const kept = new Map();

async function visit(url, restore) {
  kept.set(location.href, document.body.cloneNode(true));
  let body = restore && kept.get(url);
  if (!body) {
    const text = await (await fetch(url)).text();
    body = new DOMParser().parseFromString(text, 'text/html').body;
  }
  if (!restore) history.pushState({}, '', url);
  document.documentElement.replaceChild(document.adoptNode(body), document.body);
}

let here = location.href;
document.addEventListener('click', event => {
  const link = event.target.closest?.('a[href]');
  if (!link) return;
  event.preventDefault();
  here = link.href;
  visit(link.href, false);
});
addEventListener('popstate', () => {
  const to = location.href;
  history.replaceState({}, '', to);
  const from = here;
  here = to;
  kept.set(from, document.body.cloneNode(true));
  const body = kept.get(to);
  if (body) document.documentElement.replaceChild(body, document.body);
});
