import { useCallback, useState } from 'react'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { fileRefusal } from '../../ui/forms/file-refusal.ts'

/** A file on its way into memory. */
export interface Import {
  id: number
  name: string
  state: 'reading' | 'done' | 'background' | 'failed'
  /** What came of it, in a sentence. */
  words: string
  again: (() => void) | null
}

let last = 0

/** Reads files into memory, one after the other; one that fails keeps none of the others. */
export function useImports(): {
  imports: readonly Import[]
  start: (files: readonly File[], source?: string) => void
  clear: () => void
} {
  const [imports, setImports] = useState<readonly Import[]>([])
  const start = useCallback((files: readonly File[]): void => {
    const put = (entry: Import): void =>
      setImports(before =>
        before.some(({ id }) => id === entry.id)
          ? before.map(each => (each.id === entry.id ? entry : each))
          : [...before, entry],
      )
    const read = async (id: number, file: File): Promise<void> => {
      const entry = { id, name: file.name, again: null }
      put({ ...entry, state: 'reading', words: 'Reading…' })
      try {
        put({ ...entry, ...(await readFile(file)) })
      } catch (error) {
        put({ ...entry, state: 'failed', words: fileRefusal(file, error), again: () => void read(id, file) })
      }
      void queries.invalidateQueries({ queryKey: ['memory'] })
    }
    const waiting = files.map(file => ({ id: ++last, file }))
    for (const { id, file } of waiting) put({ id, name: file.name, state: 'reading', words: 'Waiting', again: null })
    void (async () => {
      for (const { id, file } of waiting) await read(id, file)
    })()
  }, [])
  const clear = useCallback(() => setImports(before => before.filter(({ state }) => state === 'reading')), [])
  return { imports, start, clear }
}

async function readFile(file: File): Promise<Pick<Import, 'state' | 'words'>> {
  const outcome = await svc.memory.import(file, {}, { maxRetries: 0 })
  if ('job_id' in outcome) return { state: 'background', words: 'Goes on in the background' }
  const { documents, duplicates, chunks, failed, faults } = outcome
  if (failed > 0) return { state: 'failed', words: faults[0]?.detail ?? `${failed} could not be read.` }
  if (documents === 0 && duplicates > 0) return { state: 'done', words: 'Was remembered already' }
  return { state: 'done', words: chunks === 1 ? 'Added, 1 passage' : `Added, ${chunks} passages` }
}
