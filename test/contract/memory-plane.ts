import { describe } from 'vitest'
import { describeFilters } from './memory-plane/filters.ts'
import { describeHomes } from './memory-plane/homes.ts'
import { describeLongDocuments } from './memory-plane/long-documents.ts'
import { openForTests } from './memory-plane/kit.ts'
import type { OpenMemory } from './memory-plane/kit.ts'
import { describePassages } from './memory-plane/passages.ts'
import { describeQuestions } from './memory-plane/questions.ts'
import { describeVectors } from './memory-plane/vectors.ts'

export type { OpenedMemory, OpenMemory } from './memory-plane/kit.ts'

/** What every memory plane promises. */
export function describeMemoryPlane(name: string, open: OpenMemory): void {
  describe(`the memory plane with ${name}`, () => {
    const workspace = openForTests(open)
    describePassages(workspace)
    describeLongDocuments(workspace)
    describeFilters(workspace)
    describeVectors(workspace)
    describeQuestions(workspace)
    describeHomes(open)
  })
}
