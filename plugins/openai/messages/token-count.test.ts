import { expect, it } from 'vitest'
import { countTokens } from './token-count.ts'

function count(content: string): Promise<number> {
  return countTokens([{ role: 'user', content }], [])
}

it('counts words, calls, tools and images', async () => {
  const call = { id: 'call_1', name: 'weather', arguments: '{"place":"Rome"}' }
  const messages = [
    { role: 'user' as const, content: 'Hello world', images: [{ url: 'https://example.com/cat.png' }] },
    { role: 'assistant' as const, content: '', tool_calls: [call] },
  ]
  const tools = [{ name: 'weather', description: 'The weather', parameters: { type: 'object' } }]
  const all = await countTokens(messages, tools)
  expect(all).toBeGreaterThan((await countTokens(messages, [])) + 5)
  expect(await countTokens(messages, [])).toBeGreaterThan(1600 + (await count('Hello world')))
})

it('takes the marks of a tokenizer for the text they are', async () => {
  expect(await count('<|endoftext|>')).toBeGreaterThan(5)
})

it('counts a long prompt by pieces of it, and comes out about right', async () => {
  const once = (await count('The quick brown fox jumps over the lazy dog. ')) - 4
  const many = await count('The quick brown fox jumps over the lazy dog. '.repeat(20_000))
  expect(Math.abs(many / (once * 20_000) - 1)).toBeLessThan(0.1)
})
