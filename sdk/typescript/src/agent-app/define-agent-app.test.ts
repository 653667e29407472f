import { describe, expect, expectTypeOf, test } from 'vitest'
import { defineAgentApp } from './index.ts'
import type { Ctx, FromSchema, JsonObject } from './index.ts'

describe('defineAgentApp', () => {
  test('returns the app it was given', () => {
    const app = { run: () => 1 }
    expect(defineAgentApp(app)).toBe(app)
  })

  test('takes the types of ctx.inputs and ctx.config from schemas that stand in the call', () => {
    const app = defineAgentApp({
      inputs: {
        type: 'object',
        properties: {
          topic: { type: 'string' },
          depth: { enum: ['short', 'long'] },
          tags: { type: 'array', items: { type: 'string' } },
          limit: { type: 'integer', default: 5 },
          note: { type: ['string', 'null'] },
        },
        required: ['topic', 'depth', 'note'],
        additionalProperties: false,
      },
      config: { type: 'object', properties: { token: { type: 'string' } }, required: ['token'] },
      run(ctx) {
        expectTypeOf(ctx.inputs.topic).toEqualTypeOf<string>()
        expectTypeOf(ctx.inputs.depth).toEqualTypeOf<'short' | 'long'>()
        expectTypeOf(ctx.inputs.tags).toEqualTypeOf<readonly string[] | undefined>()
        expectTypeOf(ctx.inputs.limit).toEqualTypeOf<number>()
        expectTypeOf(ctx.inputs.note).toEqualTypeOf<string | null>()
        expectTypeOf(ctx.config.token).toEqualTypeOf<string>()
        // @ts-expect-error there is no such input
        void ctx.inputs.topics
        return { said: ctx.inputs.topic }
      },
    })
    expect(Object.keys(app)).toEqual(['inputs', 'config', 'run'])
  })

  test('takes given types, and plain JSON without any', () => {
    defineAgentApp<{ csv: string }, { token: string }>({
      run(ctx) {
        expectTypeOf(ctx.inputs.csv).toEqualTypeOf<string>()
        expectTypeOf(ctx.config).toEqualTypeOf<{ token: string }>()
        return null
      },
    })
    const app = defineAgentApp({
      run(ctx) {
        expectTypeOf(ctx.inputs).toEqualTypeOf<JsonObject>()
        return null
      },
    })
    expect(app.run).toBeTypeOf('function')
  })

  test('types an answer by the schema it was asked with', () => {
    const ask = async (ctx: Ctx) => {
      expectTypeOf(await ctx.agent.ask('Hello')).toEqualTypeOf<string>()
      const value = await ctx.agent.ask('Rate it', {
        schema: { type: 'object', properties: { score: { type: 'number' } }, required: ['score'] },
      })
      expectTypeOf(value.score).toEqualTypeOf<number>()
    }
    expect(ask).toBeTypeOf('function')
  })

  test('derives unions, constants and records', () => {
    expectTypeOf<FromSchema<{ anyOf: [{ type: 'string' }, { const: 3 }] }>>().toEqualTypeOf<string | 3>()
    expectTypeOf<FromSchema<{ type: 'object'; additionalProperties: { type: 'number' } }>>().toEqualTypeOf<{
      readonly [key: string]: number
    }>()
    expectTypeOf<FromSchema<{ description: 'anything' }>>().toEqualTypeOf<unknown>()
  })
})
