/** What a reader has beside a block: names of the page, other runtimes, and as much of each framework as is asked for. */
declare const conversation: import('agent-chat/client').Conversation;
declare function openCart(): void;
declare const userId: string;
declare const dataLayer: object[];
declare const agentChat: { q?: unknown[] };
declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(options: { port: number }, handler: (request: Request) => Promise<Response>): void;
};
declare const Bun: {
  serve(options: {
    port: number;
    idleTimeout: number;
    fetch(
      request: Request,
      server: { requestIP(request: Request): { address: string } | null },
    ): Promise<Response>;
  }): void;
};
declare function defineEventHandler(handler: (event: object) => Promise<Response>): unknown;
declare function toWebRequest(event: object): Request;
declare function getRequestIP(event: object): string | undefined;
declare module '$env/dynamic/private' {
  export const env: Record<string, string | undefined>;
}
declare module 'astro:env/server' {
  export function getSecret(name: string): string | undefined;
}
declare module 'express';
declare module 'react' {
  export interface HTMLAttributes<Element> {
    onClick?: (event: { currentTarget: Element }) => void;
  }
  export interface RefAttributes<Element> {
    ref?: { current: Element | null };
  }
  export function createElement(type: unknown, props?: object, ...children: unknown[]): object;
  export function useLayoutEffect(
    effect: () => undefined | (() => void),
    dependencies?: readonly unknown[],
  ): void;
  export function useRef<T>(initial: T): { current: T };
  export function useState<T>(initial: T): [T, (value: T) => void];
  export const StrictMode: string;
  export namespace JSX {
    interface IntrinsicElements {}
  }
}
declare module 'svelte/elements' {
  export interface HTMLAttributes<Element> {
    onclick?: (event: { currentTarget: Element }) => void;
  }
  export interface SvelteHTMLElements {}
}
declare module 'solid-js' {
  export namespace JSX {
    interface HTMLAttributes<Element> {
      onClick?: (event: { currentTarget: Element }) => void;
    }
    interface IntrinsicElements {}
  }
}
declare module 'vue' {
  export interface HTMLAttributes {
    class?: string;
  }
  export interface PublicProps {
    key?: string;
  }
  export type EmitFn<Events> = (name: keyof Events) => void;
  export interface GlobalComponents {}
  export function createApp(component: object): { mount(target: string): void };
  export function h(type: unknown, ...rest: unknown[]): object;
  export function ref<T>(value: T): { value: T };
}
declare module 'react-dom/client' {
  export function createRoot(target: Element): { render(node: object): void };
}
declare module 'preact' {
  export function h(type: unknown, props?: object, ...children: unknown[]): object;
  export function render(node: object, target: Element): void;
}
declare module 'preact/hooks' {
  export function useRef<T>(initial: T): { current: T };
  export function useState<T>(initial: T): [T, (value: T) => void];
}
declare module '@angular/core' {
  export const CUSTOM_ELEMENTS_SCHEMA: object;
  export function Component(options: object): (target: unknown, context: unknown) => void;
  export function provideZonelessChangeDetection(): object;
  export function signal<T>(value: T): { (): T; set(value: T): void };
}
declare module '@angular/platform-browser' {
  export function bootstrapApplication(component: unknown, options: object): void;
}
interface ImportMeta {
  readonly env: Record<string, string | undefined>;
}
declare module '@angular/compiler';
