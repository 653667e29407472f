interface Runtime {
  process?: { env?: Record<string, string | undefined>; versions?: { node?: string } }
  document?: unknown
  /** Of workers; servers at the edge have some of it too, and no address of a page. */
  WorkerGlobalScope?: unknown
  location?: { origin?: string }
  navigator?: { userAgent?: string }
}

const runtime = globalThis as Runtime

/** A variable of the environment, where there is one. */
export function environment(name: string): string | undefined {
  return runtime.process?.env?.[name]
}

/** The origin of the page, or of the page that started this worker. */
export const pageOrigin: string | undefined = runtime.location?.origin

/** A page or its worker, in which a key could be read by everyone who opens it. */
export const isBrowser: boolean =
  runtime.process?.versions?.node === undefined &&
  (runtime.document !== undefined || (runtime.WorkerGlobalScope !== undefined && /^https?:/.test(pageOrigin ?? '')))

export const version: string = '0.1.0'

const nodeMajor = runtime.process?.versions?.node?.split('.', 1)[0]

/** Names this SDK in each request. Browsers keep their own `User-Agent`. */
export const clientHeader: readonly [name: string, value: string] =
  nodeMajor === undefined
    ? ['x-svc-client', `svc-sdk-ts/${version}`]
    : ['user-agent', `svc-sdk-ts/${version} node/${nodeMajor}`]

/** A random UUID, also where pages without https have no `randomUUID`. */
export function uuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
