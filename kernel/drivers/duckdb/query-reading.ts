import { InternalError } from '@svc/plugin'
import type { QueryResult } from '@svc/plugin'
import type { HostPiece, HostQueryAnswer, HostQueryEnd } from '../query-host.ts'
import type { HostWork } from './host-work.ts'

/** A query's answer while it is read; `done` resolves when nobody reads on. */
export function readQuery(answer: HostQueryAnswer, work: HostWork): { result: QueryResult; done: Promise<void> } {
  const { promise: done, resolve } = Promise.withResolvers<void>()
  let end: HostQueryEnd | null = null
  let piece: HostPiece | null = answer

  async function* pieces(): AsyncGenerator<string, void, undefined> {
    try {
      while (piece) {
        if (piece.piece !== '') yield piece.piece
        end = piece.end
        piece = end === null ? await work.ask<HostPiece>('more', null) : null
      }
    } finally {
      resolve()
    }
  }
  const iterator = pieces()
  return {
    done,
    result: {
      columns: answer.columns,
      tables: answer.tables,
      volatile: answer.volatile,
      pieces: {
        next: () => iterator.next(),
        // A generator that nobody has begun to read would end without its last words.
        return: () => (resolve(), iterator.return()),
        [Symbol.asyncIterator]() {
          return this
        },
      },
      end() {
        if (end === null) throw new InternalError('A query that has not been read to its end has none yet.')
        return end
      },
    },
  }
}
