import { describe, expect, it } from 'vitest'
import { diffTexts } from './diff-texts.ts'

describe('text_diff', () => {
  it('gives a unified diff by lines, with counts', () => {
    expect(
      diffTexts({ before: 'a\nb\nc\n', after: 'a\nx\ny\nc\n', before_name: 'old.txt', after_name: 'new.txt' }),
    ).toEqual({
      diff: '--- old.txt\n+++ new.txt\n@@ -1,3 +1,4 @@\n a\n-b\n+x\n+y\n c\n',
      equal: false,
      added: 2,
      removed: 1,
    })
  })

  it('counts lines that look like headers of a diff', () => {
    expect(diffTexts({ before: '-- a\n', after: '++ b\n' })).toMatchObject({ added: 1, removed: 1 })
  })

  it('marks changes by words', () => {
    expect(diffTexts({ before: 'the cat sat', after: 'the dog sat down', unit: 'word' })).toEqual({
      diff: 'the [-cat-]{+dog+} sat{+ down+}',
      equal: false,
      added: 2,
      removed: 1,
    })
  })

  it.each(['line', 'word'] as const)('gives nothing for equal texts by %s', unit => {
    expect(diffTexts({ before: 'same\n', after: 'same\n', unit })).toEqual({
      diff: '',
      equal: true,
      added: 0,
      removed: 0,
    })
  })

  it('shows as much around a change as is asked for', () => {
    expect(diffTexts({ before: '1\n2\n3\n4\n', after: '1\n2\n3\n5\n', context: 0 })).toMatchObject({
      diff: expect.stringContaining('@@ -4,1 +4,1 @@\n-4\n+5'),
    })
  })
})
