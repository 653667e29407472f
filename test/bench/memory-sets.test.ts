import { describe, expect, it } from 'vitest'
import { docsSet, notesSet } from '../../bench/memory/labelled-sets.ts'

describe.each([docsSet(), notesSet()])('the labelled set of $name', ({ passages, questions }) => {
  it('has at least one right passage for each question', () => {
    const unanswered = questions.filter(({ isRight }) => !passages.some(isRight))
    expect(unanswered.map(({ question }) => question)).toEqual([])
  })

  it('asks nothing twice, and in several ways', () => {
    expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length)
    expect(new Set(questions.map(({ kind }) => kind))).toEqual(new Set(['words', 'code', 'vague', 'typo']))
  })
})
