import 'reflect-metadata'
import { container, instanceCachingFactory, Lifecycle } from 'tsyringe'
import type { DependencyContainer } from 'tsyringe'
import type { ServiceRef } from '@svc/plugin'

const tokenOf = (id: string): symbol => Symbol.for(`svc.service:${id}`)

/**
 * All services by id, made when first asked for: shared ones once, scoped ones once for each plugin that asks, in a child container
 * that ends with the plugin. Shared factories resolve from the root, so that none is ever built with a plugin's overrides.
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

  /** A service that all share; undefined where there is no provider. */
  resolve<T>(service: ServiceRef<T>): T | undefined {
    const token = tokenOf(service.id)
    return this.#root.isRegistered(token) ? this.#root.resolve<T>(token) : undefined
  }

  /** What a plugin listed in `uses`, under its own names; undefined where there is no provider. */
  resolveFor(plugin: string, uses: Readonly<Record<string, ServiceRef<unknown>>>): Record<string, unknown> {
    const scope = this.#scopeOf(plugin)
    const serviceOf = (ref: ServiceRef<unknown>): unknown =>
      this.#scoped.has(ref.id) ? scope.resolve<Scoped>(tokenOf(ref.id)).service : this.resolve(ref)
    return Object.fromEntries(Object.entries(uses).map(([name, ref]) => [name, serviceOf(ref)]))
  }

  /** Closes the plugin's scoped services, those that have a `close`. It gets no more. */
  async disposeFor(plugin: string): Promise<void> {
    const scope = this.#scopes.get(plugin)
    this.#scopes.delete(plugin)
    await scope?.dispose()
  }

  #scopeOf(plugin: string): DependencyContainer {
    const known = this.#scopes.get(plugin)
    if (known) return known
    const scope = this.#root.createChildContainer()
    for (const [id, make] of this.#scoped)
      scope.register(tokenOf(id), { useClass: scopedBy(() => make(plugin)) }, { lifecycle: Lifecycle.ContainerScoped })
    this.#scopes.set(plugin, scope)
    return scope
  }
}

interface Scoped {
  service: unknown
  dispose(): Promise<void>
}

/** tsyringe disposes what it constructs from a class, and nothing that a factory made. */
function scopedBy(make: () => unknown): new () => Scoped {
  return class {
    readonly service = make()

    async dispose(): Promise<void> {
      const { service } = this
      if (service === null || typeof service !== 'object' || !('close' in service)) return
      if (typeof service.close === 'function') await service.close()
    }
  }
}
