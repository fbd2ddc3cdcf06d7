import type { LookupAddress, LookupAllOptions, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import ipaddr from 'ipaddr.js';
import { type Dispatcher, request } from 'undici';
import { createDispatcher } from '../../../network/dispatcher.ts';
import type { SkipCode } from '../../../protocol/sources.ts';
import { Unreadable } from '../reading/unreadable.ts';

export interface FetchedPage {
  /** Address after redirects. */
  url: URL;
  bytes: Uint8Array;
  /** Media type in lower case, without parameters. */
  type: string;
  charset: string | undefined;
  /** Values of the header `X-Robots-Tag`. */
  robots: readonly string[];
  /** The header `Link`; may be empty. */
  link: string;
  validators: Validators;
}

/** The headers `ETag` and `Last-Modified` of a response, for a later conditional request. */
export interface Validators {
  etag?: string | undefined;
  modified?: string | undefined;
}

/** Whether an address that a redirect leads to may be fetched. */
export type Allows = (redirect: URL) => Promise<boolean>;

export interface SiteLimits {
  /** Milliseconds for a request; a redirect is another one. */
  timeMax: number;
  /** Bytes of a page, decompressed. */
  sizeMax: number;
}

export interface SiteReaderOptions {
  limits?: SiteLimits;
  /** Whether a name may have a private address, as in the owner's network. */
  allowPrivate?: boolean | undefined;
  /** Also refuses `localhost` and private IP addresses in the address itself, because the panel's user need not be the operator. */
  isPublicOnly?: boolean;
  /** Aborts all requests and waits. */
  signal?: AbortSignal | undefined;
  lookUp?: LookUp;
  /** Waits for some milliseconds. */
  wait?: (ms: number) => Promise<unknown>;
}

/** A response with an error status. */
export class BadStatus extends Unreadable {
  readonly status: number;
  /** Milliseconds after which the site may answer. */
  readonly retryMs: number | undefined;

  constructor(status: number, retryMs?: number) {
    super(isGone(status) ? 'gone' : 'status', `responds with the status ${status}`);
    this.status = status;
    this.retryMs = retryMs;
  }

  /** Whether the site no longer has the page. */
  get isGone(): boolean {
    return isGone(this.status);
  }
}

/** Resolves a host name. */
export type LookUp = (hostname: string, options: LookupAllOptions) => Promise<LookupAddress[]>;

const LIMITS: SiteLimits = { timeMax: 20_000, sizeMax: 20 * 1024 * 1024 };
const REDIRECTS_MAX = 5;
const NOT_MODIFIED = 304;
/** Statuses of a site that wants fewer requests. The second one only with `Retry-After`. */
const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;
/** How often a page is requested again, and milliseconds in between: without `Retry-After`, and at most. */
const RETRIES_MAX = 4;
const RETRY_MS = 5000;
const RETRY_MS_MAX = 120_000;
/** Milliseconds between requests after the site has refused one. */
const SLOW_MS = 1000;

/**
 * Fetches pages of a single site: every address and redirect must stay on its host, with or without `www.`. A name is
 * resolved once, and all of its addresses must be public, so that a site cannot lead the reader into the owner's network:
 * neither at first nor by a later DNS answer. Through `HTTPS_PROXY` or `HTTP_PROXY`, the proxy resolves the name and
 * decides which addresses it connects to.
 */
export class SiteReader {
  readonly #home: URL;
  readonly #limits: SiteLimits;
  readonly #lookUp: LookUp;
  readonly #allowPrivate: boolean;
  readonly #isPublicOnly: boolean;
  readonly #signal: AbortSignal | undefined;
  /** What each name resolved to. */
  readonly #addresses = new Map<string, Promise<LookupAddress[]>>();
  readonly #dispatcher: Dispatcher;
  readonly #wait: (ms: number) => Promise<unknown>;
  /** After the site has refused a request: one request after the other, with pauses. */
  #slowQueue: Promise<unknown> | undefined;

  /** @throws Unreadable unless `home` is an http or https address without credentials, and not link-local */
  constructor(home: URL, options: SiteReaderOptions = {}) {
    const { limits = LIMITS, allowPrivate = false, isPublicOnly = false, lookUp = lookup, signal } = options;
    if (!/^https?:$/.test(home.protocol)) throw new Unreadable('scheme', 'is neither http nor https');
    if (home.username !== '' || home.password !== '')
      throw new Unreadable('address', 'contains a user name or password');
    const literal = home.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) && isLinkLocal(literal)) throw new Unreadable('private', LINK_LOCAL);
    if (isPublicOnly && isIP(literal) && isPrivate(literal))
      throw new Unreadable('private', 'has a private address');
    this.#home = home;
    this.#limits = limits;
    this.#allowPrivate = allowPrivate;
    this.#lookUp = lookUp;
    this.#isPublicOnly = isPublicOnly;
    this.#signal = signal;
    this.#wait = options.wait ?? (ms => pause(ms, undefined, { signal }).catch(() => {}));
    this.#dispatcher = createDispatcher({ connect: { lookup: this.#lookup } });
  }

  /**
   * Waits and tries again if the site asks for fewer requests.
   * @param allows default: all of the site
   * @throws Unreadable; the reason of `signal`
   */
  async fetch(address: URL, allows?: Allows): Promise<FetchedPage> {
    const page = await this.fetchIfChanged(address, {}, allows);
    if (!page) throw new BadStatus(NOT_MODIFIED);
    return page;
  }

  /** The same, with a conditional request. @returns undefined if the page has not changed */
  async fetchIfChanged(
    address: URL,
    validators: Validators,
    allows?: Allows,
  ): Promise<FetchedPage | undefined> {
    let url = address;
    for (let left = REDIRECTS_MAX; left >= 0; left--) {
      this.#demandHome(url, url === address);
      if (url !== address && allows && !(await allows(url)))
        throw new Unreadable(
          'robots',
          'may not be fetched: robots.txt forbids the address that it redirects to',
        );
      const fetched = await this.#fetchWithRetries(url, validators);
      if (!(fetched instanceof URL)) return fetched;
      url = fetched;
    }
    throw new Unreadable('elsewhere', 'redirects too many times');
  }

  async #fetchWithRetries(url: URL, validators: Validators): Promise<FetchedPage | URL | undefined> {
    for (let left = RETRIES_MAX; ; left--) {
      try {
        return await this.#inTurn(() => this.#fetch(url, validators));
      } catch (error) {
        if (!(error instanceof BadStatus) || error.retryMs === undefined || left === 0) throw error;
        if (error.retryMs > RETRY_MS_MAX) throw error;
        this.#slowQueue = Promise.all([this.#slowQueue, this.#wait(error.retryMs)]);
      }
    }
  }

  async #inTurn<T>(request: () => Promise<T>): Promise<T> {
    if (!this.#slowQueue) return await request();
    const before = this.#slowQueue;
    const turn = before.then(() => request());
    this.#slowQueue = turn.catch(() => {}).then(() => this.#wait(SLOW_MS));
    return await turn;
  }

  /** A page, or where it redirects to; undefined if it has not changed. */
  async #fetch(url: URL, validators: Validators): Promise<FetchedPage | URL | undefined> {
    const timeout = AbortSignal.timeout(this.#limits.timeMax);
    const signal = this.#signal ? AbortSignal.any([timeout, this.#signal]) : timeout;
    try {
      const response = await this.#request(url, validators, signal);
      const { statusCode, headers } = response;
      if (statusCode >= 300 && statusCode < 400 && headers.location) {
        discard(response);
        return new URL(String(headers.location), url);
      }
      if (statusCode === NOT_MODIFIED && (validators.etag || validators.modified)) {
        discard(response);
        return undefined;
      }
      if (statusCode !== 200) {
        discard(response);
        throw new BadStatus(statusCode, retryMsOf(statusCode, headers['retry-after']));
      }
      const [type = '', ...parameters] = String(headers['content-type'] ?? '')
        .toLowerCase()
        .split(';');
      const charset = /charset="?([\w.:-]+)/.exec(parameters.join(';'))?.[1];
      return {
        url,
        bytes: await this.#body(response),
        type: type.trim(),
        charset,
        robots: [headers['x-robots-tag'] ?? []].flat(),
        link: [headers.link ?? []].flat().join(', '),
        validators: {
          etag: [headers.etag ?? []].flat()[0],
          modified: [headers['last-modified'] ?? []].flat()[0],
        },
      };
    } catch (error) {
      if (error instanceof Unreadable) throw error;
      this.#signal?.throwIfAborted();
      if (signal.aborted)
        throw new Unreadable('slow', `took longer than ${this.#limits.timeMax / 1000} seconds`);
      throw new Unreadable('unreachable', `could not be fetched${causeOf(error)}`);
    }
  }

  #demandHome(url: URL, isFirst: boolean): void {
    const home = this.#home;
    const refuse = (code: SkipCode, where: string): never => {
      throw new Unreadable(code, isFirst ? `is on ${where}` : `redirects to ${where}`);
    };
    if (!/^https?:$/.test(url.protocol))
      refuse('scheme', `an address that is neither http nor https (${url.protocol})`);
    if (bareHost(url) !== bareHost(home)) refuse('elsewhere', `another host (${url.host})`);
    if (isUpgrade(home, url)) return;
    if (url.protocol !== home.protocol) refuse('scheme', `another scheme (${url.protocol})`);
    if (url.port !== home.port) refuse('elsewhere', `another port (${url.host})`);
  }

  #request(url: URL, { etag, modified }: Validators, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    return request(url, {
      signal,
      dispatcher: this.#dispatcher,
      // The connection ends with the request: nobody tells the reader when the last page was read.
      reset: true,
      headers: {
        accept:
          'text/html,application/xhtml+xml,application/xml,text/plain,text/markdown,application/pdf,*/*;q=0.5',
        'accept-encoding': 'gzip, br, deflate',
        'user-agent': 'agent-chat',
        ...(etag && { 'if-none-match': etag }),
        ...(modified && { 'if-modified-since': modified }),
      },
    });
  }

  readonly #lookup: LookupFunction = (hostname, options, callback) => {
    this.#addressesOf(hostname, options).then(
      addresses => {
        const [first] = addresses;
        if (!first)
          callback(new Unreadable('unreachable', 'could not be fetched: the host has no address'), '');
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };

  /** Resolves a name once, so that no later answer leads anywhere else. @throws Unreadable for a private address */
  #addressesOf(hostname: string, options: LookupOptions): Promise<LookupAddress[]> {
    const known = this.#addresses.get(hostname);
    if (known) return known;
    const found = this.#lookUp(hostname, { ...options, all: true }).then(addresses => {
      for (const { address } of addresses) this.#demandAllowed(hostname, address);
      return addresses;
    });
    this.#addresses.set(hostname, found);
    // A name server that fails may answer the next time.
    found.catch(error => {
      if (!(error instanceof Unreadable)) this.#addresses.delete(hostname);
    });
    return found;
  }

  #demandAllowed(hostname: string, address: string): void {
    if (isLinkLocal(address)) throw new Unreadable('private', LINK_LOCAL);
    if (this.#allowPrivate || !isPrivate(address)) return;
    if (!this.#isPublicOnly && hostname === 'localhost' && rangeOf(address) === 'loopback') return;
    throw new Unreadable('private', `has a private address (${address}); use --private to read it`);
  }

  async #body(response: Dispatcher.ResponseData): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of decompressed(response)) {
      size += (chunk as Uint8Array).length;
      if (size > this.#limits.sizeMax)
        throw new Unreadable('too-large', `is larger than ${this.#limits.sizeMax} bytes`);
      chunks.push(chunk as Uint8Array);
    }
    return Buffer.concat(chunks);
  }
}

function isGone(status: number): boolean {
  return status === 404 || status === 410;
}

/** Many a site is at `www.` and leads there from the bare name, or the other way. */
function bareHost({ hostname }: URL): string {
  return hostname.replace(/^www\./, '');
}

/** Milliseconds that a refusal asks to wait (RFC 9110, 10.2.3); undefined for one that waiting does not change. */
function retryMsOf(status: number, retryAfter: string | string[] | undefined): number | undefined {
  const value = [retryAfter ?? []].flat()[0];
  if (status !== TOO_MANY_REQUESTS && (status !== UNAVAILABLE || value === undefined)) return undefined;
  if (value === undefined) return RETRY_MS;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? RETRY_MS : Math.max(0, ms);
}

function isUpgrade(from: URL, to: URL): boolean {
  return from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === '';
}

/** @throws Unreadable for an encoding that was not requested */
function decompressed(response: Dispatcher.ResponseData): Readable {
  const encoding = String(response.headers['content-encoding'] ?? '').toLowerCase();
  if (encoding === '' || encoding === 'identity') return response.body;
  const decompress = DECOMPRESSORS.get(encoding);
  if (!decompress) {
    discard(response);
    throw new Unreadable('format', 'is compressed with an unknown encoding');
  }
  // An error of either stream destroys both, and is thrown where the result is read.
  return pipeline(response.body, decompress(), () => {});
}

/** Closes the connection of a body that is not read. */
function discard({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => {}).destroy();
}

const DECOMPRESSORS: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
]);

/** Whether an IP address is not on the public internet: private, loopback or reserved. */
export function isPrivate(address: string): boolean {
  return rangeOf(address) !== 'unicast';
}

/** Whether an IP address is link-local, or another at which clouds serve credentials, as at `169.254.169.254`. */
export function isLinkLocal(address: string): boolean {
  return rangeOf(address) === 'linkLocal' || METADATA.has(embedded(address).toString());
}

/** Addresses outside the link-local ranges at which clouds serve the same as at `169.254.169.254`. */
const METADATA: ReadonlySet<string> = new Set([
  'fd00:ec2::254', // AWS
  'fd20:ce::254', // Google Cloud
  '100.100.100.200', // Alibaba Cloud
  '192.0.0.192', // Oracle Cloud
  '168.63.129.16', // Azure
]);
const LINK_LOCAL = 'has a link-local address, which is never read';

function rangeOf(address: string): string {
  return embedded(address).range();
}

/** Unwraps an IPv4 address that is mapped or translated (NAT64, RFC 6052) into IPv6. Connections reach the IPv4 host. */
function embedded(address: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4' || parsed.range() !== 'rfc6052') return parsed;
  return ipaddr.fromByteArray(parsed.toByteArray().slice(-4));
}

/** Why a request failed, if the person who named the address can do something about it. */
function causeOf(error: unknown): string {
  const { code = '' } = (error ?? {}) as { code?: string };
  if (['ENOTFOUND', 'EAI_AGAIN'].includes(code)) return ': the host does not exist';
  if (code === 'ECONNREFUSED') return ': the connection was refused';
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return ': it does not support https';
  return /CERT|UNABLE_TO_/.test(code) ? ': its certificate is not trusted' : '';
}
