import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openContents } from '../../rooms/open-rooms.ts'
import { openTestPlanes } from '../../rooms/planes.ts'
import { describeContent, isKept, keptTable, workspaceId } from './describe-content.ts'

describeContent('the home', async () => {
  const planes = await openTestPlanes({ migrations: [keptTable] })
  const [contents, other] = [openContents(planes, 'files', { isKept }), openContents(planes, 'files', { isKept })]
  return {
    data: planes.data,
    contents,
    other,
    async stored() {
      const folder = join(planes.home.path, 'workspaces', workspaceId, 'files')
      const found = await readdir(folder, { recursive: true, withFileTypes: true })
      return found
        .filter(entry => entry.isFile())
        .map(({ name }) => name)
        .toSorted()
    },
    close: () => planes.close(),
  }
})
