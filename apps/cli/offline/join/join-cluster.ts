import { ConflictError, ValidationError } from '@svc/plugin'
import type { JoinCounts, JoinedHome, JoinRequest } from '@svc/plugin/contracts/offline-homes'
import { assertOwnDrivers, clusterProblems, controlPlaces, openJoiningHome } from '../../../../kernel/index.ts'
import type { JoiningHome, KernelConfig } from '../../../../kernel/index.ts'
import { assertOurs, withControl } from '../move-control.ts'
import { bringContents } from './bring-contents.ts'
import { bringRecords, countJobs, countUsers } from './bring-records.ts'
import { bringWorkspaces } from './bring-workspaces.ts'
import { findContents } from './home-contents.ts'
import type { FoundContents } from './home-contents.ts'
import { SetAside } from './set-aside.ts'

type JoiningState = Awaited<ReturnType<JoiningHome['cluster']['state']>>

const megabyte = 1_000_000
const noteEvery = 100
/** Each takes longer than a content. */
const noteEveryWorkspaces = 20
const noteEveryBytes = 256 * megabyte

/**
 * Moves a home to where servers with `SVC_CLUSTER_SECRET` share it. All of it is copied first, while nobody can use either place; then
 * the home and the database say that it is shared; then its files are moved aside.
 */
export async function joinCluster(config: KernelConfig, request: JoinRequest): Promise<JoinedHome> {
  assertConfigured(config)
  const joining = await openJoiningHome(config, request)
  try {
    return await joinOpened(joining, config.database_url ?? '', request)
  } finally {
    await joining.close()
  }
}

async function joinOpened(joining: JoiningHome, databaseUrl: string, request: JoinRequest): Promise<JoinedHome> {
  const { home, cluster } = joining
  const { isDryRun, onProgress } = request
  const { database, contents } = cluster
  const aside = new SetAside(home.path)
  const state = await cluster.state(home.homeId)
  const isShared = home.marker?.is_cache === true
  if (isShared && state === 'new')
    throw new ConflictError(
      'home_mismatch',
      `The workspaces of the home ${home.path} are kept elsewhere than in the database ${database}. Set DATABASE_URL as for its servers.`,
    )
  if (!isShared && state === 'joined')
    throw new ConflictError(
      'home_mismatch',
      `The servers with the database ${database} have this home already, and ${home.path} is an earlier copy of it. Choose an empty folder with SVC_HOME.`,
    )
  if (!isShared) await assertPlace(joining, databaseUrl, state)
  const counted = isShared ? null : await counts(joining, databaseUrl, request)
  const result = { home: home.path, database, contents }
  if (isDryRun) return { ...result, moved: counted?.moved ?? null, set_aside: null }
  const moved = counted && (await bring(joining, counted, { databaseUrl, request }))
  const isUnfinished = isShared ? await aside.isUnfinished() : true
  if (state !== 'joined') {
    onProgress('Handing the home over …')
    await aside.prepare()
    await joining.finish()
  }
  if (isUnfinished) {
    onProgress('Moving the old files aside …')
    await aside.finish()
  }
  return { ...result, moved, set_aside: isUnfinished ? aside.path : null }
}

/** @throws ConflictError, ValidationError when the place of contents is not for this home */
async function assertPlace({ home, hasRecords, cluster }: JoiningHome, databaseUrl: string, state: JoiningState) {
  const places = controlPlaces(home.path, databaseUrl)
  await withControl(hasRecords ? places.home : (places.database ?? places.home), async control => {
    const place = cluster.placeOf(control)
    await place.check()
    if (state === 'new' && (await place.isOfAnother()))
      throw new ConflictError(
        'home_mismatch',
        `${cluster.contents} has contents of another home. Set SVC_CONTENT_URL to an empty place.`,
      )
  })
}

interface Counted {
  found: FoundContents
  moved: JoinCounts
}

async function counts(joining: JoiningHome, databaseUrl: string, { isDryRun, signal }: JoinRequest): Promise<Counted> {
  const { path } = joining.home
  const found = await findContents(path)
  const { contents, databases } = found
  const none = { jobs: 0, schedules: 0 }
  const moved = {
    workspaces: databases.length,
    workspace_bytes: bytesOf(databases),
    contents: contents.length,
    content_bytes: bytesOf(contents),
    users: await countUsers(joining, databaseUrl),
    // What is moved is counted then.
    ...(isDryRun ? await countJobs(path, databases, signal) : none),
    files: 0,
  }
  return { found, moved }
}

async function bring(
  joining: JoiningHome,
  { found, moved }: Counted,
  { databaseUrl, request }: { databaseUrl: string; request: JoinRequest },
): Promise<JoinCounts> {
  const { home, cluster } = joining
  const { onProgress, signal } = request
  const places = controlPlaces(home.path, databaseUrl)
  const database = places.database ?? places.home
  await withControl(database, control => assertOurs(control, home))
  await cluster.store.check(signal)
  await cluster.begin(
    home.homeId,
    found.databases.map(({ workspaceId }) => workspaceId),
  )
  onProgress('Moving users, keys and jobs …')
  const records = await bringRecords(joining, databaseUrl)
  await bringFound(joining, { found, moved }, request)
  await withControl(database, control => cluster.placeOf(control).claim())
  return { ...moved, ...records }
}

async function bringFound(
  joining: JoiningHome,
  { found, moved }: Counted,
  { onProgress, signal }: JoinRequest,
): Promise<void> {
  const { contents, databases } = found
  let [stored, bytes, noted] = [0, 0, 0]
  onProgress(`Moving contents: 0 of ${contents.length}, ${megabytes(moved.content_bytes)} …`)
  await bringContents(contents, {
    store: joining.cluster.store,
    signal,
    onStored({ size }) {
      stored += 1
      bytes += size
      if (bytes < noted + noteEveryBytes && stored % noteEvery !== 0) return
      noted = bytes
      onProgress(`Moving contents: ${stored} of ${contents.length}, ${megabytes(bytes)} so far …`)
    },
  })
  await bringWorkspaces(joining, databases, {
    signal,
    onWorkspace(index) {
      if (index === 0 || (index + 1) % noteEveryWorkspaces === 0 || (databases[index]?.size ?? 0) > noteEveryBytes)
        onProgress(`Moving workspaces: ${index + 1} of ${databases.length} …`)
    },
  })
}

function assertConfigured(config: KernelConfig): void {
  if (config.cluster_secret === undefined)
    throw new ValidationError(
      'Set SVC_CLUSTER_SECRET, DATABASE_URL and SVC_CONTENT_URL, as for the servers that the home is moved to.',
    )
  const [problem] = clusterProblems(config, setting => setting)
  if (problem !== undefined) throw new ValidationError(problem.message)
  assertOwnDrivers(config, ['control', 'data', 'jobs'])
}

function bytesOf(files: readonly { size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

function megabytes(bytes: number): string {
  return `${(bytes / megabyte).toFixed(1)} MB`
}
