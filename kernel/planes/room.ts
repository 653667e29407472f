import { availableParallelism } from 'node:os'
import {
  analyticsPlane,
  clusterDirectory,
  contentStore,
  controlPlane,
  dataPlane,
  HeldRemovals,
  homeCopies,
  homeFolder,
  memoryPlane,
  planes,
  installationFiles,
  workspaceMarks,
} from '@svc/plugin'
import { childrenRoom } from '../children/index.ts'
import { openContent } from '../drivers/index.ts'
import { egressRoom } from '../egress/index.ts'
import { defineRoom, defineValue } from '../room.ts'
import { createWorkspaceMarks, metricsRoom } from '../services/index.ts'
import { createHomeCopies, removeOldMigrationFolders } from './home/home-copies.ts'
import type { OpenedPlanes } from './planes.ts'
import { openInstallationFiles } from './installation-files/open-installation-files.ts'

/** The planes as boot opened them; it also closes them, after every room. */
export const openedPlanes = defineValue<OpenedPlanes>('opened planes')

/** Control, data and memory. */
export const planesRoom = defineRoom({
  name: 'planes',
  needs: { opened: openedPlanes },
  async open({ opened }, { home, role, log }) {
    const marks = createWorkspaceMarks(opened.data, memoryPlane.id, log, { keepsOpen: false })
    opened.followVectors(marks, { recovers: role !== 'worker' })
    const installation = await openInstallationFiles(opened, home, log)
    return { ...opened, installation, homeId: home.homeId, homePath: home.path, log }
  },
  services: ({ shared, scoped, declared }) => [
    shared(controlPlane, ({ control }) => control),
    shared(homeFolder, ({ homeId, homePath }) => ({ id: homeId, path: homePath })),
    shared(dataPlane, ({ data }) => data),
    shared(memoryPlane, ({ memory }) => memory),
    shared(planes, opened => opened.planes),
    declared(clusterDirectory, ({ placement }) => ({ directory: placement?.directory ?? null })),
    shared(installationFiles, ({ installation }) => installation.files),
    scoped(workspaceMarks, ({ data, log }, plugin) => createWorkspaceMarks(data, plugin, log)),
  ],
  async start({ homePath }, { role }) {
    if (role === 'server') await removeOldMigrationFolders(homePath)
  },
})

/** Bytes that plugins keep, in the home or where `SVC_CONTENT_URL` says. */
export const contentRoom = defineRoom({
  name: 'content',
  needs: { planes: planesRoom, egress: egressRoom, metrics: metricsRoom },
  async open({ planes, egress: openFor, metrics }, env) {
    const { control, data, homePath, installation, placement } = planes
    const egress = openFor('content')
    const content = await openContent({ ...env, control, data, homePath, egress, metrics })
    const { home, log } = env
    const removals = new HeldRemovals(log)
    const copies = createHomeCopies({
      ...{ control, home, placement, contentsBelow: content.below },
      holdingRemovals: work => removals.during(work),
      files: () => installation.kept(),
    })
    return { ...content, copies, egress, removals }
  },
  services: ({ scoped, declared }) => [
    scoped(contentStore, ({ of, removals }, plugin) => removals.ofContents(of(plugin))),
    declared(homeCopies, ({ copies }) => copies),
  ],
  // Without it the rest of the server serves.
  readyChecks: ({ check }) => (check ? [{ name: 'content store', check, isVital: false }] : []),
  async close({ close, egress }) {
    await close?.()
    await egress.close()
  },
})

/** The analytics plane, in child processes. */
export const analyticsRoom = defineRoom({
  name: 'analytics',
  needs: { planes: planesRoom, children: childrenRoom, content: contentRoom },
  open({ planes: opened, children, content: { shared, removals } }, { config, log }) {
    const plane = opened.openAnalytics({
      homePath: opened.homePath,
      limits: {
        memoryMb: config.analytics_memory_mb,
        threads: availableParallelism(),
        readers: config.analytics_processes,
        waiting: config.analytics_waiting,
      },
      children: children.processes,
      ...(shared && { shared }),
      log,
    })
    return removals.ofTables(plane)
  },
  services: ({ shared }) => [shared(analyticsPlane, analytics => analytics)],
})
