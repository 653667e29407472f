import { describe, expect, it } from 'vitest'
import { docsSet, notesSet, packagesSet, unanswerable } from '../../bench/memory/labelled-sets.ts'

describe.each([docsSet(), notesSet(), packagesSet()])('the labelled set of $name', ({ passages, questions }) => {
  it('has at least one right passage for each question', () => {
    const unanswered = questions.filter(({ isRight }) => !passages.some(isRight))
    expect(unanswered.map(({ question }) => question)).toEqual([])
  })

  it('asks nothing twice', () => {
    expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length)
  })
})

it('asks in several ways, and of packages for identifiers in nearly half', () => {
  for (const { questions } of [docsSet(), notesSet()]) {
    expect(new Set(questions.map(({ kind }) => kind))).toEqual(new Set(['words', 'code', 'vague', 'typo']))
  }
  const { questions } = packagesSet()
  const ofCode = questions.filter(({ kind }) => kind === 'code')
  expect([questions.length >= 100, ofCode.length / questions.length > 0.45]).toEqual([true, true])
})

it('has as many questions that nothing answers to choose the floor as to measure it', () => {
  const fitted = unanswerable().filter(({ isFitted }) => isFitted)
  expect([unanswerable().length, fitted.length]).toEqual([100, 50])
})
