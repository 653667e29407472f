import pg from 'pg'
import { messageOf } from '@svc/plugin'
import type { Clock, Logger } from '@svc/plugin'

const reconnectMs = 1000

export type NotificationListener = (payload: string | null) => void

export interface NotificationFeedOptions {
  config: pg.ClientConfig
  clock: Clock
  log: Logger
}

/** Hears `NOTIFY` on any number of channels, over one connection of its own that is made again when it breaks. */
export class NotificationFeed {
  readonly #options: NotificationFeedOptions
  readonly #listeners = new Map<string, NotificationListener[]>()
  readonly #closing = new AbortController()
  #connected: pg.Client | null = null
  #running: Promise<void> | null = null
  #subscribing: Promise<unknown> = Promise.resolve()

  constructor(options: NotificationFeedOptions) {
    this.#options = options
  }

  /** Calls back with each payload; with null once it listens and after every new connection, when something may have been missed. */
  listen(channel: string, listener: NotificationListener): void {
    const others = this.#listeners.get(channel)
    this.#listeners.set(channel, [...(others ?? []), listener])
    this.#running ??= this.#run()
    if (this.#connected === null) return
    // A connection that cannot take one more channel is broken: the next one takes them all.
    void this.#subscribe(this.#connected, channel).then(
      () => listener(null),
      () => undefined,
    )
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await this.#listenOnce().catch((error: unknown) => {
        if (signal.aborted) return
        this.#options.log.warn(
          { reason: messageOf(error) },
          'changes of other processes are not heard now; connecting again',
        )
      })
      if (!signal.aborted) await this.#options.clock.sleep(reconnectMs, signal).catch(() => undefined)
    }
  }

  /** Resolves or rejects when the connection ends. */
  async #listenOnce(): Promise<void> {
    const client = new pg.Client(this.#options.config)
    const ended = new Promise<void>((resolve, reject) => {
      client.once('error', reject)
      client.once('end', resolve)
    })
    const hangUp = (): void => void client.end().catch(() => undefined)
    this.#closing.signal.addEventListener('abort', hangUp, { once: true })
    client.on('notification', ({ channel, payload }) => this.#emit(channel, payload ?? ''))
    try {
      await Promise.race([client.connect().then(() => this.#subscribeAll(client)), ended])
      await ended
    } finally {
      this.#connected = null
      this.#closing.signal.removeEventListener('abort', hangUp)
      ended.catch(() => undefined)
      await client.end().catch(() => undefined)
    }
  }

  async #subscribeAll(client: pg.Client): Promise<void> {
    const channels = [...this.#listeners.keys()]
    for (const channel of channels) await this.#subscribe(client, channel)
    this.#connected = client
    // Asked for while the others were subscribed.
    const late = [...this.#listeners.keys()].filter(channel => !channels.includes(channel))
    for (const channel of late) await this.#subscribe(client, channel)
    // Whatever was changed while nobody listened.
    for (const channel of this.#listeners.keys()) this.#emit(channel, null)
  }

  /** One after another: a connection takes no second query. */
  #subscribe(client: pg.Client, channel: string): Promise<void> {
    const subscribed = this.#subscribing.then(async () => {
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    })
    this.#subscribing = subscribed.catch(() => undefined)
    return subscribed
  }

  #emit(channel: string, payload: string | null): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener(payload)
  }
}
