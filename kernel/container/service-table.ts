import 'reflect-metadata'
import { container, instanceCachingFactory } from 'tsyringe'
import type { DependencyContainer } from 'tsyringe'
import type { ServiceRef } from '@svc/plugin'

const tokenOf = (id: string): symbol => Symbol.for(`svc.service:${id}`)

/**
 * All services by id, made when first asked for: shared ones once, scoped ones once for each plugin that asks.
 * Shared factories resolve from the root, so that none is ever built with a plugin's overrides.
 */
export class ServiceTable {
  readonly #root: DependencyContainer = container.createChildContainer()
  readonly #scoped = new Map<string, (plugin: string) => unknown>()
  readonly #scopes = new Map<string, DependencyContainer>()

  shared<T>(service: ServiceRef<T>, make: () => T): void {
    this.#root.register(tokenOf(service.id), { useFactory: instanceCachingFactory(make) })
  }

  scoped<T>(service: ServiceRef<T>, make: (plugin: string) => T): void {
    this.#scoped.set(service.id, make)
  }

  has(id: string): boolean {
    return this.#scoped.has(id) || this.#root.isRegistered(tokenOf(id))
  }

  /** What a plugin listed in `uses`, under its own names; undefined where there is no provider. */
  resolveFor(plugin: string, uses: Readonly<Record<string, ServiceRef<unknown>>>): Record<string, unknown> {
    const scope = this.#scopeOf(plugin)
    const services = Object.entries(uses).map(([name, { id }]) => [
      name,
      this.has(id) ? scope.resolve(tokenOf(id)) : undefined,
    ])
    return Object.fromEntries(services) as Record<string, unknown>
  }

  #scopeOf(plugin: string): DependencyContainer {
    const known = this.#scopes.get(plugin)
    if (known) return known
    const scope = this.#root.createChildContainer()
    for (const [id, make] of this.#scoped)
      scope.register(tokenOf(id), { useFactory: instanceCachingFactory(() => make(plugin)) })
    this.#scopes.set(plugin, scope)
    return scope
  }
}
