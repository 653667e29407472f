import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { defineDriver } from '@svc/plugin'
import { attachRegistry } from './attached-registry.ts'
import { openRegistry } from './registry-control-plane.ts'
import { controlPlaneFolder } from './registry-file.ts'

/** Users, workspaces and keys in `control_plane/registry.json` of the home. */
export const registry = defineDriver({
  id: 'registry',
  inHome: true,
  serves: ({ plane, url }) => (plane === 'control' && url === null ? 1 : 0),
  provides: {
    control: ({ homePath, beside, log }) =>
      beside === null ? openRegistry({ homePath, log }) : attachRegistry({ homePath, ...beside }),
  },
  eraseControl: ({ homePath }) => rm(join(homePath, controlPlaneFolder), { recursive: true, force: true }),
})
