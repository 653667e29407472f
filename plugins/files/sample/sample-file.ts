import { ConflictError, NotFoundError, PreconditionFailedError } from '@svc/plugin'
import { stateByVersion } from '@svc/plugin/contracts/samples'
import type { WorkspaceSample } from '@svc/plugin/contracts/samples'
import { handbookText, handbookTitle } from '@svc/plugin/library/sample-handbook'
import type { FileChanges } from '../library/file-changes.ts'
import type { FileRow } from '../library/file-store.ts'
import type { Library } from '../library/library.ts'

const content = Buffer.from(handbookText)
/** The first path at which nothing lies is taken. */
const paths = ['', ' 2', ' 3', ' 4', ' 5'].map(suffix => `${handbookTitle}${suffix}.md`)

/** The file that the library adds to the sample data. */
export function sampleFile(library: Library, changes: FileChanges): WorkspaceSample {
  const fileAt = (workspaceId: string, path: string): FileRow | null => {
    try {
      return library.atPath(workspaceId, path)
    } catch (error) {
      if (error instanceof NotFoundError) return null
      throw error
    }
  }
  return {
    id: 'files.handbook',
    kind: 'file',
    title: `${handbookTitle}.md`,
    permission: 'files:write',
    async add(actor, signal) {
      const file = { content, content_type: 'text/markdown', length: content.byteLength }
      for (const path of paths) {
        try {
          const conditions = { ifNoneMatch: '*' }
          const { files } = await library.receive(actor, [{ ...file, path }], { conditions, signal })
          if (files[0]) return files[0].file_id
        } catch (error) {
          const isTaken = error instanceof PreconditionFailedError || error instanceof ConflictError
          if (!isTaken) throw error
        }
      }
      throw new ConflictError('already_exists', `There are files at ${paths.join(', ')}. Move or delete one of them.`)
    },
    async find({ workspace_id }) {
      const rows = paths.flatMap(path => fileAt(workspace_id, path) ?? [])
      return rows.find(({ version, size }) => version === 1 && size === content.byteLength)?.file_id ?? null
    },
    state: (workspaceId, id) => stateByVersion(() => library.row(workspaceId, id)),
    async remove(actor, id) {
      changes.delete(actor, id)
      await changes.purge(actor, id)
    },
  }
}
