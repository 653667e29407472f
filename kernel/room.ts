import type { Clock, Ids, PluginEnv, ProcessRole, RouteDefinition, ServiceRef } from '@svc/plugin'
import type { KernelConfig } from './config/index.ts'
import type { Home, Placement } from './planes/index.ts'
import type { RootLogger } from './services/index.ts'

declare const faceType: unique symbol

/** Names what a room has for other rooms, and carries its type. */
export interface RoomRef<Face> {
  readonly name: string
  readonly [faceType]?: Face
}

/** What a room takes from others, under names of its own. */
export type Needs = Readonly<Record<string, RoomRef<unknown>>>

/** The faces behind a room's needs. */
export type FacesOf<N extends Needs> = { [Name in keyof N]: N[Name] extends RoomRef<infer Face> ? Face : never }

/** What every room gets when it is opened. */
export interface RoomEnv {
  config: KernelConfig
  home: Home
  /** Null where this server holds the home for itself: all workspaces are its own, and what it has written is kept. */
  placement: Placement | null
  version: string
  role: ProcessRole
  clock: Clock
  ids: Ids
  /** Its lines name the room. */
  log: RootLogger
  phrase: PluginEnv['phrase']
  /** Aborts when the stop begins: callers that wait over HTTP are answered. */
  stopping: AbortSignal
  /** Aborts when workers have drained: whatever still runs ends. */
  signal: AbortSignal
}

/** What must hold before this server is given work. */
export interface ReadyCheck {
  name: string
  /** Rejects with the reason and the remedy; an SvcError's sentence is shown to everyone, any other stays in the log. */
  check(): void | Promise<void>
  /** False: `/readyz` lists it, and the server is ready all the same. */
  isVital?: boolean
}

/** A service that a room puts into the table for plugins. */
interface RoomService<Face> {
  service: ServiceRef<unknown>
  /** One for all plugins, or one for each that asks; a scoped service with a `close` is closed with its plugin. */
  lifetime: 'shared' | 'scoped'
  /** It reaches over all workspaces: a plugin gets it only if its manifest names it, where the owner reads it. */
  isDeclared?: boolean
  of(face: Face, plugin: string): unknown
}

/** Names the services of a room, typed by its face. */
interface ServiceNaming<Face> {
  shared<T>(service: ServiceRef<T>, of: (face: Face) => T): RoomService<Face>
  scoped<T>(service: ServiceRef<T>, of: (face: Face, plugin: string) => T): RoomService<Face>
  /** Shared, for plugins that name it in their manifests. */
  declared<T>(service: ServiceRef<T>, of: (face: Face) => T): RoomService<Face>
}

/** One room of the kernel: what it takes, what it offers, and its life from `open` to `close`. */
export interface Room<Face = unknown, N extends Needs = Needs> extends RoomRef<Face> {
  /** Rooms and values that are open before it and close after it. */
  needs: N
  open(needs: FacesOf<N>, env: RoomEnv): Face | Promise<Face>
  services?(naming: ServiceNaming<Face>): readonly RoomService<Face>[]
  /** Scopes that its routes ask for, as a plugin's manifest declares its own. */
  permissions?: readonly string[]
  /** Served as the kernel's own. */
  routes?(face: Face): readonly RouteDefinition[]
  readyChecks?(face: Face): readonly ReadyCheck[]
  /** Begins to act by itself, once every plugin has started. */
  start?(face: Face, env: RoomEnv): void | Promise<void>
  /** Acts no more, before any plugin stops; called as well when `start` has failed. */
  stop?(face: Face, remainingMs: number): void | Promise<void>
  close?(face: Face): void | Promise<void>
}

/** Declares a room; the types follow from `needs` and from what `open` returns. */
export function defineRoom<Face, const N extends Needs>(room: Room<Face, N>): Room<Face, N> {
  return room
}

/** Names a value that boot hands to the rooms: what a start found out before any room was open. */
export function defineValue<Face>(name: string): RoomRef<Face> {
  return { name }
}

/** The path below which everything is served, without a slash at its end. */
export function basePathOf({ base_path: path }: Pick<KernelConfig, 'base_path'>): string {
  return path.replace(/\/+$/, '')
}

const naming: ServiceNaming<never> = {
  shared: (service, of) => ({ service, lifetime: 'shared', of }),
  scoped: (service, of) => ({ service, lifetime: 'scoped', of }),
  declared: (service, of) => ({ service, lifetime: 'shared', isDeclared: true, of }),
}

/** The services that a room names. */
export function servicesOf(room: Room): readonly RoomService<unknown>[] {
  return room.services?.(naming as ServiceNaming<unknown>) ?? []
}
