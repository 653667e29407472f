import { RemoteError, serveParent } from '@svc/plugin/child'
import type { JsonValue } from '@svc/plugin'
import { callFile } from './call-file.ts'
import { WebRSession } from './webr-session.ts'

interface LoadParams {
  /** Null: for all methods. */
  set: string | null
  text: string
}

interface RunParams {
  method: string
  set: string
  /** As `host.R` reads it: rows, columns, variables, options. */
  call: JsonValue
}

const pieceCharacters = 1024 * 1024

// Before the first request: R reads its files while it starts, and afterwards they may be out of reach.
const session = await WebRSession.start()
let answer = ''

serveParent({
  methods: {
    hello: () => ({ version: session.version }),
    async load({ set, text }: LoadParams) {
      await session.load(text, set)
      return null
    },
    async data(place: { position: number; total: number }, bytes) {
      await session.write(bytes!, place)
      return null
    },
    /** When the answer has been read: a request of its own, so that nobody waits for it but the next run. */
    async clear() {
      answer = ''
      await session.clear()
      return null
    },
    async run({ method, set, call }: RunParams) {
      const { outcome, text } = await session.run(method, set, callFile(call))
      if (outcome !== 'ok') throw new RemoteError(outcome, text)
      answer = text
      return { piece: answer.slice(0, pieceCharacters), characters: answer.length }
    },
    more: (from: number) => answer.slice(from, from + pieceCharacters),
  },
})
