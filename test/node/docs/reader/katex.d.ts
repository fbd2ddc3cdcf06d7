declare module 'katex' {
  const katex: { render(tex: string, element: HTMLElement, options?: object): void };
  export default katex;
}
