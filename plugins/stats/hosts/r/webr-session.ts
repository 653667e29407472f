import { readFileSync } from 'node:fs'
import { setEnvironmentData } from 'node:worker_threads'
import { ChannelType, WebR } from 'webr'

/** The size of one piece on its way to R's thread. */
const exchangeBytes = 4 * 1024 * 1024

/** R in a thread of this process. */
export class WebRSession {
  readonly #webR: WebR
  readonly #exchange: Buffer

  private constructor(webR: WebR, exchange: Buffer) {
    this.#webR = webR
    this.#exchange = exchange
  }

  static async start(): Promise<WebRSession> {
    const shared = new SharedArrayBuffer(exchangeBytes)
    setEnvironmentData('svc-exchange', shared)
    const webR = new WebR({
      // The other channel writes a complaint about consoles, which there are none of.
      channelType: ChannelType.SharedArrayBuffer,
      interactive: false,
      // Loads only the packages of R that the methods use; the others would cost a second at each start.
      REnv: { R_HOME: '/usr/lib/R', R_ENABLE_JIT: '0', R_DEFAULT_PACKAGES: 'stats,utils', TZ: 'UTC' },
    })
    await webR.init()
    await webR.evalRVoid(readFileSync(new URL('./host.R', import.meta.url), 'utf8'))
    return new WebRSession(webR, Buffer.from(shared))
  }

  get version(): string {
    return this.#webR.versionR
  }

  /** Puts bytes into the file `data`, which has `total` of them. */
  async write(bytes: Uint8Array, { position, total }: { position: number; total: number }): Promise<void> {
    await this.#write('data', bytes, position, total)
  }

  /** Loads R functions: those that all use, or those of one set of files. */
  async load(source: string, set: string | null): Promise<void> {
    const text = Buffer.from(`${source}\0`)
    await this.#write('call', text, 0, text.length)
    await this.#webR.evalRVoid(`svc_host$load(${set === null ? 'NULL' : quoted(set)})`)
  }

  /** How it ended, and the answer's JSON or R's sentence. */
  async run(method: string, set: string, call: Uint8Array): Promise<{ outcome: string; text: string }> {
    await this.#write('call', call, 0, call.length)
    const [outcome, text] = await this.#webR.evalRRaw(`svc_host$run(${quoted(method)}, ${quoted(set)})`, 'string[]')
    return { outcome: outcome!, text: text! }
  }

  async clear(): Promise<void> {
    await this.#webR.evalRVoid('svc_host$clear()')
  }

  async #write(file: 'call' | 'data', bytes: Uint8Array, position: number, total: number): Promise<void> {
    for (let from = 0; from < bytes.length; from += exchangeBytes) {
      const piece = bytes.subarray(from, from + exchangeBytes)
      this.#exchange.set(piece)
      await this.#webR.evalRVoid(`svc_host$take(${quoted(file)}, ${piece.length}, ${position + from}, ${total})`)
    }
  }
}

const safe = /^[a-zA-Z0-9_.,-]+$/

/** A name of ours in R code; nobody else's text ever stands there. */
function quoted(name: string): string {
  if (!safe.test(name)) throw new TypeError(`${name} is no name of ours.`)
  return `"${name}"`
}
