import Database from 'better-sqlite3'
import { ConflictError, UnavailableError } from '@svc/plugin'
import type { RouteReply } from '@svc/plugin'
import { describe, expect, it } from 'vitest'
import { principalOf, startTestHttp } from '../../../test/rooms/http.ts'
import type { TestHttp } from '../../../test/rooms/http.ts'
import { workRoute } from '../../../test/support/sample-routes.ts'

const { workspace_id } = principalOf()

/** A route whose handler adds a row to the workspace's file, and then does what is given. */
async function startAdding(
  then: (runs: number, reply: RouteReply) => unknown,
): Promise<TestHttp & { add(key?: string): Promise<Response>; rows(): unknown[]; seen: unknown[][] }> {
  const seen: unknown[][] = []
  let runs = 0
  const route = workRoute((_request, reply) => {
    runs += 1
    server.data.use(workspace_id, db => db.run('INSERT INTO work (name) VALUES (?)', `run ${runs}`))
    seen.push(fromOutside())
    return then(runs, reply)
  })
  const server = await startTestHttp([route])
  server.data.use(workspace_id, db => db.run('CREATE TABLE work (name TEXT)'))
  const file = server.data.use(workspace_id, db => db.get<{ file: string }>('PRAGMA database_list'))!.file
  /** What a program that is killed now would leave: the rows, and the requests whose key is taken. */
  function fromOutside(): unknown[] {
    const database = new Database(file, { readonly: true })
    const found = database
      .prepare("SELECT name FROM work UNION ALL SELECT coalesce(status, 'begun') FROM kernel_idempotency")
      .pluck()
      .all()
    database.close()
    return found
  }
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'k1' }
  const add = (): Promise<Response> => server.call('/api/work', { method: 'POST', body: '{}', headers })
  return Object.assign(server, { add, rows: fromOutside, seen })
}

/** After `addPart` nothing can be committed: the whole of the part is missing. */
function prepareParts(server: TestHttp): void {
  const deferred = 'REFERENCES whole (id) DEFERRABLE INITIALLY DEFERRED'
  server.data.use(workspace_id, db => {
    db.run('CREATE TABLE whole (id INTEGER PRIMARY KEY)')
    db.run(`CREATE TABLE part (whole INTEGER ${deferred})`)
  })
}

function addPart(server: TestHttp): void {
  server.data.use(workspace_id, db => db.run('INSERT INTO part (whole) VALUES (1)'))
}

describe('a request with an Idempotency-Key', () => {
  it('is stored in one transaction with what its handler does at once', async () => {
    await using server = await startAdding(runs => ({ runs }))
    const answers = [await server.add(), await server.add()]
    expect(await Promise.all(answers.map(answer => answer.json()))).toEqual([{ runs: 1 }, { runs: 1 }])
    expect([server.seen, server.rows()]).toEqual([[[]], ['run 1', 201]])
  })

  it('leaves nothing of a failure that may pass, and can be tried again', async () => {
    const thrown = [new UnavailableError('later'), new Error('a fault')]
    await using server = await startAdding(runs => {
      const error = thrown[runs - 1]
      if (error) throw error
      return { runs }
    })
    const left = []
    for (let turn = 0; turn < 3; turn += 1) left.push([(await server.add()).status, ...server.rows()])
    expect(left).toEqual([[503], [500], [201, 'run 3', 201]])
  })

  it('is undone when its answer cannot be made', async () => {
    await using server = await startAdding(runs => (runs === 1 ? { number: 1n } : { runs }))
    const left = [
      [(await server.add()).status, ...server.rows()],
      [(await server.add()).status, ...server.rows()],
    ]
    expect(left).toEqual([[500], [201, 'run 2', 201]])
  })

  it('keeps what was done before a refusal together with the refusal', async () => {
    await using server = await startAdding(() => {
      throw new ConflictError('taken', 'taken')
    })
    const statuses = [(await server.add()).status, (await server.add()).status]
    expect([statuses, server.rows()]).toEqual([
      [409, 409],
      ['run 1', 409],
    ])
  })

  it('ends with an error when nothing can be committed, and so does what its handler began', async () => {
    const ended = Promise.withResolvers<void>()
    const begun = async (): Promise<never> => {
      await new Promise(setImmediate)
      setImmediate(() => ended.resolve())
      throw new Error('it goes on, and fails')
    }
    await using server = await startAdding(() => {
      addPart(server)
      return begun()
    })
    prepareParts(server)
    expect([(await server.add()).status, server.rows()]).toEqual([500, []])
    await ended.promise
  })

  it.each(['at once', 'later'])('does not write the stream of a handler that gives it %s then', async when => {
    const unsent = Promise.withResolvers<void>()
    await using server = await startAdding((_runs, reply) => {
      addPart(server)
      const write = () => Promise.reject(new Error('it is never written'))
      const stream = reply.bytes({ contentType: 'text/plain', unsent: unsent.resolve }, write)
      return when === 'later' ? new Promise(resolve => setImmediate(() => resolve(stream))) : stream
    })
    prepareParts(server)
    expect([(await server.add()).status, server.rows()]).toEqual([500, []])
    await unsent.promise
  })

  it('whose handler waits is noted with what it did before', async () => {
    const gate = Promise.withResolvers<object>()
    await using server = await startAdding(() => gate.promise)
    const added = server.add()
    await expect.poll(() => server.rows()).toEqual(['run 1', 'begun'])
    gate.resolve({})
    await added
    expect(server.rows()).toEqual(['run 1', 201])
  })
})
