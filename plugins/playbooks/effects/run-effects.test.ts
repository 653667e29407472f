import type { Principal } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import { expect, it } from 'vitest'
import { openPlaybookRoom } from '../../../test/rooms/plugins/playbooks.ts'
import { testPrincipal } from '../../../test/support/test-principal.ts'
import { Withdrawn } from '../interpreter/fault.ts'
import { RunEffects } from './run-effects.ts'

it('begins nothing for a task that was withdrawn while its caller was looked up', async () => {
  const { planes, workspaceId, eventLog } = await openPlaybookRoom()
  const events = eventLog(new ManualClock())
  const caller = Promise.withResolvers<Principal>()
  const options = { data: planes.data, events, callers: { resume: () => caller.promise } }
  const effects = new RunEffects(options as never, { id: 'prun_1', caller: '{}' } as never, workspaceId, undefined)
  const end = new AbortController()
  const given = { type: 'test.said', source: 'https://test' }
  const effect = { kind: 'emit', arguments: given, secrets: null, frame: { key: 'key' }, signal: end.signal }
  const performed = effects.perform(effect as never)
  end.abort(new Withdrawn('Another branch was faster.'))
  caller.resolve(testPrincipal({ workspace_id: workspaceId }))
  await expect(performed).rejects.toThrow('Another branch was faster.')
  expect(planes.data.use(workspaceId, db => events.page(db, 0, 10).events)).toEqual([])
  await planes.close()
})
