import { expect, it } from 'vitest'
import { textPieces } from './text-pieces.ts'

it('leaves a short text whole', () => {
  expect(textPieces('One.\n\nTwo.', 20)).toEqual(['One.\n\nTwo.'])
})

it('cuts between paragraphs, between lines, between words, and else where it must', () => {
  expect(textPieces('aaaa aaaa\n\nbbbb bbbb', 14)).toEqual(['aaaa aaaa\n\n', 'bbbb bbbb'])
  expect(textPieces('aaaa aaaa\nbbbb bbbb', 14)).toEqual(['aaaa aaaa\n', 'bbbb bbbb'])
  expect(textPieces('aaaa aaaa bbbb bbbb', 12)).toEqual(['aaaa aaaa ', 'bbbb bbbb'])
  expect(textPieces('abcdefgh', 3)).toEqual(['abc', 'def', 'gh'])
})

it('cuts no character in two', () => {
  expect(textPieces('a😀😀', 4)).toEqual(['a😀', '😀'])
})

it('goes on with a block of code that it cuts', () => {
  const [first, second] = textPieces('```ts\nlet a = 1\nlet b = 2\nlet c = 3\n```\n\nThat is all.', 34)
  expect(first).toBe('```ts\nlet a = 1\nlet b = 2\n```')
  expect(second).toBe('```ts\nlet c = 3\n```\n\nThat is all.')
})

it('leaves the pieces as they are while the text grows', () => {
  const text = Array.from({ length: 40 }, (_, line) => `Line ${line} of many.\n${line % 7 === 0 ? '\n' : ''}`).join('')
  const whole = textPieces(text, 100)
  for (let length = 0; length <= text.length; length += 13) {
    const begun = textPieces(text.slice(0, length), 100)
    expect(begun.slice(0, -1)).toEqual(whole.slice(0, begun.length - 1))
  }
  expect(whole.join('')).toBe(text)
})
