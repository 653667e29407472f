import { memoryMigrations } from '../../kernel/planes/index.ts'
import { openTestPlanes } from '../rooms/planes.ts'
import { describeMemoryPlane } from './memory-plane.ts'

describeMemoryPlane("sketches of the workspaces' files", async ({ path } = {}) => {
  const planes = await openTestPlanes({ path, migrations: [{ owner: 'kernel', migrations: memoryMigrations }] })
  const { memory, data, home } = planes
  return { memory, data, home: home.path, settled: async () => undefined, close: () => planes.close() }
})
