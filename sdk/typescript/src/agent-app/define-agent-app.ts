import type { Ctx } from './ctx.ts'
import type { FromSchema } from './from-schema.ts'
import type { JsonObject } from './json.ts'

export type Awaitable<T> = T | Promise<T>

/** An agent app: one function from the run's context to its output, any JSON value. */
export interface AgentApp<Inputs = JsonObject, Config = JsonObject, Output = unknown> {
  run(ctx: Ctx<Inputs, Config>): Awaitable<Output>
}

/** An agent app that repeats its manifest's schemas, so that `ctx.inputs` and `ctx.config` get their types from them. */
export interface AgentAppWithSchema<Inputs, Config, Output> {
  readonly inputs: Inputs
  readonly config?: Config
  run(ctx: Ctx<FromSchema<Inputs>, FromSchema<Config>>): Awaitable<Output>
}

/**
 * Declares an agent app; the default export of its entry file.
 *
 * Types come from a schema that stands in the call (`defineAgentApp({ inputs: { type: 'object', … }, run(ctx) {…} })`), or are
 * given: `defineAgentApp<Inputs>({ run(ctx) {…} })` with the `Inputs` that `svc app types` writes from the manifest.
 */
export function defineAgentApp<
  const Inputs extends JsonObject,
  const Config extends JsonObject = JsonObject,
  Output = unknown,
>(app: AgentAppWithSchema<Inputs, Config, Output>): AgentAppWithSchema<Inputs, Config, Output>
export function defineAgentApp<Inputs = JsonObject, Config = JsonObject, Output = unknown>(
  app: AgentApp<Inputs, Config, Output>,
): AgentApp<Inputs, Config, Output>
export function defineAgentApp(app: unknown): unknown {
  return app
}
