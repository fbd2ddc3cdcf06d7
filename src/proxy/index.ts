export { ConfigError } from './config.ts';
export { type AgentProxy, createProxy } from './create-proxy.ts';
export type { Logger } from './operations/logger.ts';
export type { BotCheck, ProxyLimits, ProxyOptions } from './options.ts';
export type { RequestInfo } from './proxy-env.ts';
