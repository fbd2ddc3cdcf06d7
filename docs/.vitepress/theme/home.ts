import { withBase } from 'vitepress';
import { type FunctionalComponent, h } from 'vue';
import { data as groups } from './pages.data.ts';

/** Below the text of the first page: where to begin, and every page with what it is for. */
export const Home: FunctionalComponent = () => [
  h('p', { class: 'begin' }, [
    h('a', { href: withBase('/getting-started'), class: 'primary' }, 'Run it in five minutes'),
    h('a', { href: withBase('/embedding') }, 'Put it on a page'),
    h('a', { href: withBase('/styling') }, 'Give it your colours'),
  ]),
  ...groups.map(({ heading, pages }) =>
    h('section', { class: 'pages' }, [
      h('h2', heading),
      h(
        'ul',
        pages.map(({ title, name, about }) =>
          h('li', [h('a', { href: withBase(`/${name}`) }, title), h('p', about)]),
        ),
      ),
    ]),
  ),
];
