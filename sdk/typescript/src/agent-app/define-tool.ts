import type { Ctx } from './ctx.ts'
import type { Awaitable } from './define-agent-app.ts'
import type { FromSchema } from './from-schema.ts'
import type { JsonObject } from './json.ts'

/** What a call of a tool can see and do beside its input. Everything in it is frozen. */
export type ToolCtx<Config = JsonObject> = Pick<
  Ctx<JsonObject, Config>,
  'config' | 'agent' | 'tools' | 'client' | 'log' | 'signal' | 'run_id'
>

/** A sandboxed tool: one function from its input to its result, any JSON value. */
export interface Tool<Input = JsonObject, Config = JsonObject, Output = unknown> {
  /** `input` fits the `input_schema` of tool.json; its defaults are filled in. */
  run(input: Input, ctx: ToolCtx<Config>): Awaitable<Output>
}

/** A tool that repeats the schemas of its tool.json, so that `input` and `ctx.config` get their types from them. */
export interface ToolWithSchema<Input, Config, Output> {
  readonly input: Input
  readonly config?: Config
  run(input: FromSchema<Input>, ctx: ToolCtx<FromSchema<Config>>): Awaitable<Output>
}

/** What {@link defineTool} makes; the default export of the tool's entry file. */
export interface DefinedTool {
  run(ctx: Ctx): unknown
}

/**
 * Declares a sandboxed tool; the default export of its entry file, `tool.ts`.
 *
 * Types come from a schema that stands in the call (`defineTool({ input: { type: 'object', … }, run(input, ctx) {…} })`), or are
 * given: `defineTool<Input>({ run(input, ctx) {…} })` with the `Input` that `svc tool types` writes from the manifest.
 */
export function defineTool<
  const Input extends JsonObject,
  const Config extends JsonObject = JsonObject,
  Output = unknown,
>(tool: ToolWithSchema<Input, Config, Output>): DefinedTool
export function defineTool<Input = JsonObject, Config = JsonObject, Output = unknown>(
  tool: Tool<Input, Config, Output>,
): DefinedTool
export function defineTool(tool: { run: (input: never, ctx: never) => unknown }): DefinedTool {
  if (typeof tool?.run !== 'function') throw new TypeError('defineTool takes { run(input, ctx) { … } }.')
  return { run: ctx => tool.run(ctx.inputs as never, ctx as never) }
}
