import { describe, expect, expectTypeOf, test } from 'vitest'
import { defineTool } from './index.ts'
import type { Ctx, JsonObject } from './index.ts'

const ctx = { inputs: { text: 'a b' }, config: {}, run_id: 'run_1' } as unknown as Ctx

describe('defineTool', () => {
  test('makes what the sandbox runs: the inputs come first, then what a call can do', () => {
    const tool = defineTool<{ text: string }>({
      run(input, given) {
        expectTypeOf(input).toEqualTypeOf<{ text: string }>()
        // @ts-expect-error a tool has no inputs but its first argument
        void given.inputs
        return [input.text, given.run_id]
      },
    })
    expect(tool.run(ctx)).toEqual(['a b', 'run_1'])
  })

  test('takes the type of the input from a schema that stands in the call', () => {
    const tool = defineTool({
      input: { type: 'object', properties: { text: { type: 'string' }, limit: { type: 'integer', default: 5 } } },
      run(input) {
        expectTypeOf(input.limit).toEqualTypeOf<number>()
        expectTypeOf(input.text).toEqualTypeOf<string | undefined>()
        return input.text
      },
    })
    expect(tool.run(ctx)).toBe('a b')
  })

  test('takes plain JSON without any type, and says so when there is nothing to run', () => {
    defineTool({
      run(input) {
        expectTypeOf(input).toEqualTypeOf<JsonObject>()
      },
    })
    expect(() => defineTool({} as never)).toThrow('defineTool takes { run(input, ctx) { … } }.')
  })
})
