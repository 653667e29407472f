import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModelProviderKind } from '@svc/plugin/contracts/models'
import { ManualClock } from '@svc/plugin/testing'
import { openSealer } from '../../../test/rooms/open-rooms.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import type { TestPlanes } from '../../../test/rooms/planes.ts'
import migration from '../migrations/0001-models.ts'
import type { ConfiguredProvider } from '../generated/config.ts'
import { InstallationProviders } from './installation-providers.ts'
import { ProviderKinds } from './provider-kinds.ts'
import { ProviderSets } from './provider-sets.ts'
import { providerStore } from './provider-store.ts'

const workspaceId = `ws_${'3'.repeat(26)}`
let planes: TestPlanes
let opened: string[]

beforeAll(async () => {
  planes = await openTestPlanes({ migrations: [{ owner: 'models', migrations: [migration] }] })
  const sealer = openSealer(planes.home.secrets.config_key, 'models')
  for (const [id, name] of [
    ['prv_1', 'one'],
    ['prv_2', 'two'],
  ] as const) {
    const row = { id, name, kind: 'test', base_url: null, api_key: id === 'prv_1' ? sealer.seal('sk-1') : null }
    const rest = { models: '[]', timeout_seconds: 1, trusted: 0, created_by: 'usr_1', created_at: 0, updated_at: 0 }
    planes.data.use(workspaceId, db => providerStore.insert(db, { ...row, ...rest }))
  }
})
afterAll(() => planes.close())

function open(options: { homeKey?: string; configured?: ConfiguredProvider[] } = {}) {
  opened = []
  const kind: ModelProviderKind = {
    kind: 'test',
    title: 'Test',
    needs_base_url: false,
    open: ({ id, api_key }) => {
      opened.push(`${id} ${api_key}`)
      return { id, features: new Set(), list: async () => [], stream: async function* () {} }
    },
  }
  return new ProviderSets({
    configured: options.configured ?? [],
    kinds: new ProviderKinds(kind, () => []),
    installation: new InstallationProviders(planes.control),
    data: planes.data,
    sealer: openSealer(options.homeKey ?? planes.home.secrets.config_key, 'models'),
    defaultTimeoutSeconds: 1,
    isServing: () => true,
    clock: new ManualClock(),
    log: recordingLog(),
    signal: new AbortController().signal,
  })
}

const namesOf = (sets: ProviderSets) => sets.of(workspaceId).set.entries.map(({ name }) => name)

describe('the providers of a workspace', () => {
  it('are opened once, and again only when they changed', () => {
    const sets = open()
    expect([namesOf(sets), opened]).toEqual([
      ['one', 'two'],
      ['one sk-1', 'two null'],
    ])
    const first = sets.of(workspaceId).set.entries
    planes.data.use(workspaceId, db => {
      const row = providerStore.get(db, 'prv_2')
      if (row) providerStore.update(db, { ...row, name: 'second', updated_at: 1 })
    })
    expect(namesOf(sets)).toEqual(['one', 'two'])
    sets.notice(workspaceId)
    expect([namesOf(sets), opened]).toEqual([
      ['one', 'second'],
      ['one sk-1', 'two null', 'second null'],
    ])
    expect(sets.of(workspaceId).set.entries[0]).toBe(first[0])
  })

  it('that cannot be read in this home are reported, and hide none of the others', () => {
    const sets = open({ homeKey: 'A'.repeat(43) })
    expect(namesOf(sets)).toEqual(['second'])
    expect(sets.errorOf(workspaceId, 'prv_1')).toMatch(/another home.*set api_key again/)
  })

  it('give way to one of the configuration that has their name now', () => {
    const sets = open({ configured: [{ id: 'one', kind: 'test', api_key: 'sk-configured' }] })
    expect([namesOf(sets), opened]).toEqual([
      ['one', 'second'],
      ['one sk-configured', 'second null'],
    ])
    expect(sets.errorOf(workspaceId, 'prv_1')).toMatch(/has this name now/)
  })

  it('are not looked for where a command runs in no workspace', () => {
    expect(open().of('').set.entries).toEqual([])
  })
})
