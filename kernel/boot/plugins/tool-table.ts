import type { ToolBinding, ToolBindings } from '@svc/plugin'
import type { BootedPlugin } from './booted-plugin.ts'
import type { CollectingEnv } from './plugin-env.ts'

/** Declared tools with their handlers; complete once sealed. */
export class ToolTable implements ToolBindings {
  readonly #bound: { plugin: BootedPlugin; binding: ToolBinding }[] = []
  #isSealed = false

  add(plugin: BootedPlugin, env: CollectingEnv): void {
    for (const manifest of plugin.planned.loaded.tools) {
      const bound = env.bindings.tools.get(manifest.name)
      // Their input is checked against the tool's schema before either is called.
      if (bound) this.#bound.push({ plugin, binding: { manifest, ...(bound as Omit<ToolBinding, 'manifest'>) } })
    }
  }

  seal(): void {
    this.#isSealed = true
  }

  all(): readonly ToolBinding[] {
    if (!this.#isSealed)
      throw new Error('Tools are complete once every plugin is set up; read them in env.onStart or later.')
    return this.#bound.filter(({ plugin }) => plugin.isRunning).map(({ binding }) => binding)
  }
}
