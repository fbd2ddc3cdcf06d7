/// <reference types="vite/client" />
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h, type VNode } from 'vue';
import { Home } from './home.ts';
import './theme.css';

/** The pages of `agent-chat start` beside the documentation. `_self`, because VitePress does not route them. */
const otherPages = (): VNode =>
  h('nav', { class: 'other-pages', 'aria-label': 'Other pages' }, [
    h('a', { href: '/', target: '_self' }, 'Settings'),
    h('a', { href: '/demo/', target: '_self' }, 'Demo shop'),
  ]);

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'nav-bar-content-after': otherPages,
      'nav-screen-content-after': otherPages,
    }),
  enhanceApp({ app }) {
    app.component('DocumentationHome', Home);
  },
} satisfies Theme;
