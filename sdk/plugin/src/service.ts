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
