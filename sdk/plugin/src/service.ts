declare const serviceType: unique symbol

/** Names a service and carries its type; made once by {@link defineService} and imported by provider and consumer. */
export interface ServiceRef<T> {
  readonly kind: 'service'
  readonly id: string
  readonly [serviceType]?: T
}

/** The type behind a {@link ServiceRef}. */
export type ServiceOf<R> = R extends ServiceRef<infer T> ? T : never

/**
 * Declares a service: one constant holds its id (`<domain>.<name>`) and its type.
 * A plugin that lists it in `services.provides` must call `env.provide` during setup.
 */
export function defineService<T>(id: string): ServiceRef<T> {
  return Object.freeze({ kind: 'service' as const, id })
}

declare const contributionType: unique symbol

/** Names a place where other plugins add values, such as the model providers; one plugin hosts it. */
export interface ExtensionPoint<T> {
  readonly kind: 'extension-point'
  readonly id: string
  readonly [contributionType]?: T
}

/** A value with the plugin it came from, in boot order. */
export interface Contribution<T> {
  readonly plugin: string
  readonly value: T
}

/** Declares an extension point; its id stands in `extension_points.hosts` of one manifest and `contributes` of the others. */
export function defineExtensionPoint<T>(id: string): ExtensionPoint<T> {
  return Object.freeze({ kind: 'extension-point' as const, id })
}
