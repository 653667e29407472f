import { afterEach, beforeEach, expect, it } from 'vitest'
import { ManualClock } from '@svc/plugin/testing'
import { countingIds } from '../../../test/support/counting-ids.ts'
import { testPrincipal } from '../../../test/support/test-principal.ts'
import { eventTables, openEvents } from '../../../test/rooms/open-rooms.ts'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import type { TestPlanes } from '../../../test/rooms/planes.ts'
import { claimStore } from '../claims/claim-store.ts'
import { Claims } from '../claims/claims.ts'
import type { AllEvidence } from '../evidence/all-evidence.ts'
import type { EvidenceProblem } from '../evidence/evidence.ts'
import tables from '../migrations/0001-research.ts'
import originTables from '../migrations/0002-link-origins.ts'
import { projectStore } from '../projects/project-store.ts'
import { Verifier } from './verifier.ts'

const actor = testPrincipal({ workspace_id: `ws_${'1'.repeat(26)}` })
const { workspace_id } = actor
const project_id = 'rp_1'
const { signal } = new AbortController()
const types = ['research.claim.created', 'research.claim.status_changed', 'research.verify.failed'].map(type => ({
  ...{ type, title: type, data: {}, owner: 'test' },
  audience: 'workspace' as const,
}))

let planes: TestPlanes
beforeEach(async () => {
  const migrations = [eventTables, { owner: 'research', migrations: [tables, originTables] }]
  planes = await openTestPlanes({ migrations })
})
afterEach(() => planes.close())

/** A claim that rests on a note. `during` is called while a verification has read the note and not yet said what it found. */
async function open(during: (verifier: Verifier) => Promise<void> | void) {
  const { data } = planes
  const clock = new ManualClock()
  const events = openEvents(planes, { clock, types })
  let holds = true
  let next: typeof during | null = null
  const kind = {
    resolve: async () => ({ body: { note_id: 'note_1' }, target: 'note_1', source_id: null }),
    async check(): Promise<EvidenceProblem | null> {
      const problem = holds ? null : ({ code: 'note_changed', message: 'The note was changed.' } as const)
      const now = next
      next = null
      await now?.(verifier)
      return problem
    },
  }
  const evidence = { of: () => kind, remembering: () => evidence } as unknown as AllEvidence
  const verifier = new Verifier({ data, evidence, events, clock })
  const none = async () => undefined
  const audit = { append: none, list: async () => ({ items: [], next_cursor: null }) }
  const claims = new Claims({ data, evidence, events, audit, ids: countingIds(), clock })
  const text = { title: 'T', question: null, description: null, tags: '[]', style: 'apa', locale: 'en-US' }
  const row = { project_id, ...text, created_by: 'usr_1', created_at: 1, updated_at: 1 }
  data.use(workspace_id, db => projectStore.insert(db, row))
  const given = { text: 'We nap.', evidence: [{ type: 'note' as const, note_id: 'note_1', quote: 'nap' }] }
  const { claim_id } = await claims.create(project_id, given, { actor, signal })
  return {
    verifier,
    edit(isSound: boolean) {
      holds = isSound
      data.use(workspace_id, db => claimStore.markTargetsStale(db, ['note_1']))
    },
    armed: () => void (next = during),
    refresh: () => verifier.refresh(project_id, { principal: actor, signal }),
    status: () => claims.get(workspace_id, project_id, claim_id).status,
    close: () => events.close(),
  }
}

it('a change that comes during a verification is looked at by the next one', async () => {
  const room = await open(() => room.edit(true))
  room.edit(false)
  room.armed()
  await room.refresh()
  await room.refresh()
  expect(room.status()).toBe('supported')
  room.close()
})

it('a verification that another one has overtaken leaves what that one found', async () => {
  const room = await open(() => {
    room.edit(true)
    return room.refresh()
  })
  room.edit(false)
  room.armed()
  await room.refresh()
  expect(room.status()).toBe('supported')
  room.edit(false)
  await room.refresh()
  expect(room.status()).toBe('broken')
  room.close()
})
