import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry, ControlPlane, UserRecord, WorkspaceRecord } from '@svc/plugin'
import { ConflictError, InternalError, ValidationError } from '@svc/plugin'
import { openPostgres } from '../../kernel/drivers/postgres/control/postgres-control-plane.ts'
import { openRegistry } from '../../kernel/drivers/registry/registry-control-plane.ts'
import { createIds, createLogger, systemClock } from '../../kernel/services/index.ts'
import { startPostgres } from '../support/storage/postgres.ts'
import type { TestPostgres } from '../support/storage/postgres.ts'

const clock = systemClock
const ids = createIds(clock)
const log = createLogger({ level: 'silent' })

function newWorkspace(name = 'Lab'): WorkspaceRecord {
  return { id: ids.create('ws'), name, created_at: clock.timestamp() }
}

function newUser(username: string, change: Partial<UserRecord> = {}): UserRecord {
  return {
    id: ids.create('usr'),
    username,
    username_key: username.toLowerCase(),
    password_hash: '$argon2id$…',
    role: 'user',
    disabled: false,
    default_workspace_id: ids.create('ws'),
    created_at: clock.timestamp(),
    ...change,
  }
}

function newAuditEntry(action: string): AuditEntry {
  const actor = { user_id: null, username: 'ada\0', via: 'session', key_id: null }
  const details = { tried: 'a\0b', nested: { list: [1, null, 'ä'] } }
  return {
    id: ids.create('aud'),
    at: clock.timestamp(),
    actor,
    action,
    target: 'a\0',
    ip: '::1',
    request_id: null,
    details,
  }
}

/** What both drivers of the control plane promise. `reopen` closes and opens the same one again. */
function describeControlPlane(
  name: string,
  open: () => Promise<{ plane: () => ControlPlane; reopen: () => Promise<void>; close: () => Promise<void> }>,
): void {
  describe(`control plane: ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>>
    const plane = (): ControlPlane => opened.plane()
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(() => opened.close())

    it('keeps every type of column as it was given, also over a restart', async () => {
      const user = newUser('Ada', { disabled: true })
      const key = {
        id: ids.create('key'),
        workspace_id: ids.create('ws'),
        user_id: user.id,
        name: 'laptop "ä" \\ ',
        prefix: 'svc_x',
        secret_hash: 'h',
        scopes: ['data:read', 'it,"s {odd}', ''],
        created_at: '2026-01-31T12:00:00.007Z',
        expires_at: null,
        last_used_at: '2026-12-31T23:59:59.999Z',
        limits: '{"models":["tiny-1"]}',
      }
      const setting = { id: 'stats', enabled: null, pinned_manifest_hash: null, updated_at: clock.timestamp() }
      await plane().transaction(async tx => {
        await tx.insert('users', user)
        await tx.insert('api_keys', key)
        await tx.insert('plugin_settings', setting)
      })
      await opened.reopen()
      const found = await plane().read(async reader => [
        await reader.get('users', user.id),
        await reader.get('api_keys', key.id),
        await reader.get('plugin_settings', 'stats'),
      ])
      expect(found).toEqual([user, key, setting])
    })

    it('finds by indexed columns, oldest first, and by all of them at once', async () => {
      const workspace_id = ids.create('ws')
      const members = ['b', 'a', 'c'].map(letter => ({
        id: `${workspace_id}:usr_${letter}`,
        workspace_id,
        user_id: `usr_${letter}`,
        role: letter === 'c' ? ('owner' as const) : ('member' as const),
        created_at: clock.timestamp(),
      }))
      await plane().transaction(async tx => {
        for (const member of members) await tx.insert('members', member)
      })
      const found = await plane().read(async reader => ({
        all: (await reader.find('members', { workspace_id })).map(member => member.user_id),
        one: (await reader.find('members', { workspace_id, user_id: 'usr_a' })).map(member => member.user_id),
        none: await reader.find('members', { workspace_id, user_id: 'usr_x' }),
        nul: await reader.find('members', { user_id: 'usr_\0' }),
        missing: await reader.get('members', 'a\0b'),
      }))
      expect(found).toEqual({ all: ['usr_a', 'usr_b', 'usr_c'], one: ['usr_a'], none: [], nul: [], missing: null })
    })

    it('pages newest first, without gaps or repeats while records are added', async () => {
      const user_id = ids.create('usr')
      const created_at = clock.timestamp()
      const keyOf = (name: string) => ({
        id: ids.create('key'),
        workspace_id: 'ws_x',
        user_id,
        name,
        prefix: '',
        secret_hash: '',
        scopes: [],
        created_at,
        expires_at: null,
        last_used_at: null,
        limits: null,
      })
      await plane().transaction(async tx => {
        for (const name of ['1', '2', '3', '4', '5']) await tx.insert('api_keys', keyOf(name))
      })
      const first = await plane().read(reader => reader.page('api_keys', { user_id }, { limit: 2 }))
      await plane().transaction(tx => tx.insert('api_keys', keyOf('6')))
      const second = await plane().read(reader =>
        reader.page('api_keys', { user_id }, { limit: 2, cursor: first.next_cursor ?? '' }),
      )
      const third = await plane().read(reader =>
        reader.page('api_keys', { user_id }, { limit: 2, cursor: second.next_cursor ?? '' }),
      )
      const names = [first, second, third].map(page => page.items.map(item => item.name))
      expect([names, third.next_cursor]).toEqual([[['5', '4'], ['3', '2'], ['1']], null])
    })

    it('refuses a cursor that it did not make', async () => {
      const page = plane().read(reader => reader.page('users', {}, { limit: 2, cursor: 'bm9uc2Vuc2U' }))
      await expect(page).rejects.toThrow(ValidationError)
    })

    it('refuses to search a column without an index', async () => {
      const search = plane().read(reader => reader.find('users', { password_hash: 'x' }))
      await expect(search).rejects.toThrow(/no index of password_hash/)
    })

    it('undoes a transaction whose work throws', async () => {
      const workspace = newWorkspace()
      const failing = plane().transaction(async tx => {
        await tx.insert('workspaces', workspace)
        throw new Error('changed my mind')
      })
      await expect(failing).rejects.toThrow('changed my mind')
      expect(await plane().read(reader => reader.get('workspaces', workspace.id))).toBeNull()
    })

    it('shows a transaction its own changes, and nobody else before it is done', async () => {
      const workspace = newWorkspace('before')
      await plane().transaction(tx => tx.insert('workspaces', workspace))
      const seen = await plane().transaction(async tx => {
        const updated = await tx.update('workspaces', workspace.id, { name: 'after' })
        const inside = await tx.get('workspaces', workspace.id)
        const outside = await plane().read(reader => reader.get('workspaces', workspace.id))
        await tx.delete('workspaces', workspace.id)
        return [updated?.name, inside?.name, outside?.name, await tx.get('workspaces', workspace.id)]
      })
      expect(seen).toEqual(['after', 'after', 'before', null])
      expect(await plane().read(reader => reader.get('workspaces', workspace.id))).toBeNull()
    })

    it('finds and pages over its own unfinished changes', async () => {
      const default_workspace_id = ids.create('ws')
      const [kept, moved] = [newUser('kept', { default_workspace_id }), newUser('moved', { default_workspace_id })]
      await plane().transaction(async tx => {
        await tx.insert('users', kept)
        await tx.insert('users', moved)
      })
      const seen = await plane().transaction(async tx => {
        const added = newUser('added', { default_workspace_id })
        await tx.insert('users', added)
        await tx.update('users', moved.id, { default_workspace_id: 'ws_elsewhere' })
        const found = await tx.find('users', { default_workspace_id })
        const page = await tx.page('users', { default_workspace_id }, { limit: 1 })
        return [found.map(user => user.username), page.items.map(user => user.username)]
      })
      expect(seen).toEqual([['kept', 'added'], ['added']])
    })

    it('refuses a taken id or unique value with already_exists, and the transaction goes on', async () => {
      const [first, second] = [newUser('Grace'), newUser('Barbara')]
      await plane().transaction(async tx => {
        await tx.insert('users', first)
        await tx.insert('users', second)
      })
      const codes = await plane().transaction(async tx => {
        const tries = [
          () => tx.insert('users', first),
          () => tx.insert('users', newUser('GRACE')),
          () => tx.update('users', second.id, { username_key: 'grace' }),
        ]
        const seen: unknown[] = []
        for (const attempt of tries) {
          await attempt().catch((error: unknown) => seen.push(error instanceof ConflictError && error.code))
        }
        await tx.update('users', second.id, { username_key: 'liskov' })
        return seen
      })
      expect(codes).toEqual(['already_exists', 'already_exists', 'already_exists'])
      const found = await plane().read(reader => reader.find('users', { username_key: 'liskov' }))
      expect(found.map(user => user.id)).toEqual([second.id])
    })

    it('frees a unique value when its record is deleted or changed, also within one transaction', async () => {
      const user = newUser('Radia')
      await plane().transaction(tx => tx.insert('users', user))
      await plane().transaction(async tx => {
        await tx.delete('users', user.id)
        await tx.insert('users', newUser('Radia', { role: 'owner' }))
      })
      const found = await plane().read(reader => reader.find('users', { username_key: 'radia' }))
      expect(found.map(each => each.role)).toEqual(['owner'])
    })

    it('answers null and false for records that are not there', async () => {
      const seen = await plane().transaction(async tx => [
        await tx.update('users', 'usr_none', { role: 'admin' }),
        await tx.delete('users', 'usr_none'),
      ])
      expect(seen).toEqual([null, false])
    })

    it('refuses records that do not fit their table', async () => {
      const insert = (record: object) => plane().transaction(tx => tx.insert('workspaces', record as WorkspaceRecord))
      await expect(insert({ id: 'ws_1', name: 5, created_at: 'yesterday', colour: 'red' })).rejects.toThrow(
        /colour is not a column; name is not a text; created_at is not a timestamp/,
      )
      await expect(insert({ id: 'ws_1', name: 'x' })).rejects.toThrow(/created_at is missing/)
      await expect(insert(newWorkspace('a\0b'))).rejects.toThrow(ValidationError)
    })

    it('serializes transactions that read and then write: no update is lost', async () => {
      const fact = { id: 'counter', value: '0' }
      await plane().transaction(tx => tx.insert('facts', fact))
      const increment = () =>
        plane().transaction(async tx => {
          const counter = await tx.get('facts', 'counter')
          await tx.update('facts', 'counter', { value: String(Number(counter?.value) + 1) })
        })
      await Promise.all(Array.from({ length: 20 }, increment))
      expect(await plane().read(reader => reader.get('facts', 'counter'))).toEqual({ id: 'counter', value: '20' })
    })

    it('refuses a transaction inside a transaction instead of waiting for ever', async () => {
      const nested = plane().transaction(() => plane().transaction(async () => 'never'))
      await expect(nested).rejects.toThrow(InternalError)
    })

    it('refuses the handle of a transaction that has ended', async () => {
      const handle = await plane().transaction(async tx => ({ late: () => tx.get('users', 'x') }))
      await expect(handle.late()).rejects.toThrow(/after its transaction had ended/)
    })

    it('is not changed by what a caller does to a record afterwards', async () => {
      const scopes = ['data:read']
      const key = {
        id: ids.create('key'),
        workspace_id: 'ws_y',
        user_id: 'usr_y',
        name: 'k',
        prefix: '',
        secret_hash: '',
        scopes,
        created_at: clock.timestamp(),
        expires_at: null,
        last_used_at: null,
        limits: null,
      }
      await plane().transaction(tx => tx.insert('api_keys', key))
      scopes.push('*')
      const found = await plane().read(reader => reader.get('api_keys', key.id))
      expect(found?.scopes).toEqual(['data:read'])
    })

    it('appends to the audit log and pages it newest first, also over a restart', async () => {
      const entries = ['login.failed', 'user.created', 'key.revoked'].map(newAuditEntry)
      for (const entry of entries) await plane().appendAudit(entry)
      await opened.reopen()
      const first = await plane().listAudit({ limit: 2 })
      const second = await plane().listAudit({ limit: 2, cursor: first.next_cursor ?? '' })
      expect([...first.items, ...second.items, second.next_cursor]).toEqual([...entries.toReversed(), null])
    })

    it('tells that it is healthy, and where it is, without credentials', async () => {
      const status = await plane().status()
      expect(status.healthy).toBe(true)
      expect(JSON.stringify(status)).not.toContain('only-for-tests')
    })
  })
}

describeControlPlane('registry', async () => {
  const homePath = await mkdtemp(join(tmpdir(), 'svc-registry-'))
  let plane = await openRegistry({ homePath, log })
  return {
    plane: () => plane,
    async reopen() {
      await plane.close()
      plane = await openRegistry({ homePath, log })
    },
    async close() {
      await plane.close()
      const names = await readdir(join(homePath, 'control_plane'))
      await rm(homePath, { recursive: true })
      expect(names.toSorted()).toEqual(['audit.jsonl', 'registry.json', 'registry.previous.json'])
    },
  }
})

describeControlPlane('postgres', async () => {
  const server: TestPostgres = await startPostgres()
  let plane: ControlPlane = await openPostgres({ databaseUrl: server.url, clock, log })
  return {
    plane: () => plane,
    async reopen() {
      await plane.close()
      plane = await openPostgres({ databaseUrl: server.url, clock, log })
    },
    async close() {
      await plane.close()
      await server.stop()
    },
  }
})
