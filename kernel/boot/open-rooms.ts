import type { RouteDefinition } from '@svc/plugin'
import { ServiceTable } from '../container/index.ts'
import { servicesOf } from '../room.ts'
import type { ReadyCheck, Room, RoomEnv, RoomRef } from '../room.ts'
import type { RootLogger } from '../services/index.ts'
import { dependencyOrder } from './plan/dependency-order.ts'
import type { Lifecycle } from './lifecycle.ts'

interface RoomsOptions {
  rooms: readonly Room[]
  /** What rooms need and no room has. */
  values: readonly RoomValue[]
  env: RoomEnv
  log: RootLogger
  lifecycle: Lifecycle
}

interface RoomValue {
  ref: RoomRef<unknown>
  value: unknown
}

/** Hands a value to the rooms. */
export function give<T>(ref: RoomRef<T>, value: T): RoomValue {
  return { ref, value }
}

/** The rooms of one kernel: opened in the order of their needs, started in the same order, stopped and closed in reverse. */
export class OpenRooms {
  readonly services = new ServiceTable()
  readonly #options: RoomsOptions
  readonly #ordered: readonly Room[]
  readonly #faces: Map<string, unknown>

  constructor(options: RoomsOptions) {
    const { rooms, values } = options
    this.#options = options
    this.#faces = new Map(values.map(({ ref, value }) => [ref.name, value]))
    const byName = new Map(rooms.map(room => [room.name, room]))
    const needsOf = (room: Room): Room[] => Object.values(room.needs).flatMap(({ name }) => byName.get(name) ?? [])
    const { order, cycles } = dependencyOrder(rooms, needsOf)
    const [cycle] = cycles
    if (cycle) throw new Error(`Rooms need each other in a circle: ${cycle.map(({ name }) => name).join(' → ')}.`)
    this.#ordered = order
  }

  async open(): Promise<void> {
    const { lifecycle } = this.#options
    for (const room of this.#ordered) lifecycle.use(room.name, () => this.#open(room))
    await lifecycle.run()
  }

  /** What an open room has for others. */
  face<Face>(ref: RoomRef<Face>): Face {
    if (!this.#faces.has(ref.name)) throw new Error(`Nothing brings "${ref.name}" to the rooms.`)
    // Kept under the name that carries its type.
    return this.#faces.get(ref.name) as Face
  }

  get routes(): RouteDefinition[] {
    return this.#ordered.flatMap(room => room.routes?.(this.face(room)) ?? [])
  }

  get readyChecks(): ReadyCheck[] {
    return this.#ordered.flatMap(room => room.readyChecks?.(this.face(room)) ?? [])
  }

  async start(): Promise<void> {
    const { lifecycle } = this.#options
    for (const room of this.#ordered) {
      const face = this.face(room)
      if (room.stop) lifecycle.onClose(`${room.name} (its work)`, remainingMs => room.stop?.(face, remainingMs))
      await room.start?.(face, this.#envOf(room))
    }
  }

  async #open(room: Room): Promise<void> {
    const needs = Object.entries(room.needs).map(([own, ref]) => [own, this.face(ref)])
    const face = await room.open(Object.fromEntries(needs) as Record<string, unknown>, this.#envOf(room))
    this.#faces.set(room.name, face)
    if (room.close) this.#options.lifecycle.onClose(room.name, () => room.close?.(face))
    for (const { service, lifetime, of } of servicesOf(room)) {
      if (lifetime === 'scoped') this.services.scoped(service, plugin => of(face, plugin))
      else this.services.shared(service, () => of(face, ''))
    }
  }

  #envOf(room: Room): RoomEnv {
    const { env, log } = this.#options
    return { ...env, log: log.child({ component: room.name }) }
  }
}
