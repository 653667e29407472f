import { RemoteError, serveParent } from '@svc/plugin/child'
import type { RpcPeer } from '@svc/plugin/child'
import type { HostTable, QueryHostRole } from '../../kernel/index.ts'
import type { Engine, EngineOptions, EngineParent } from './engine.ts'
import { engineMethods } from './engine-methods.ts'

const [driver, role] = process.argv.slice(2) as [string, QueryHostRole]

const parent: EngineParent = {
  async tables(names) {
    return peer.request<(HostTable | null)[]>('tables', { names })
  },
  progress(fraction, note) {
    peer.notify('progress', { fraction, note })
  },
}

// All of an engine is loaded before the server is heard: afterwards this program's own files may be out of reach.
const engine = await makeEngine({ role, parent })

const peer: RpcPeer = serveParent({ methods: engineMethods(engine) })

async function makeEngine(options: EngineOptions): Promise<Partial<Engine>> {
  if (driver === 'duckdb') {
    // Each role loads its own half: a reader that starts quickly is worth more than one file.
    if (role === 'reader') return (await import('./duckdb/duckdb-reader.ts')).makeReader(options.parent)
    return (await import('./duckdb/duckdb-writer.ts')).makeWriter(options.parent)
  }
  if (driver === 'sqlite') {
    const { makeSqliteEngine } = await import('./sqlite/sqlite-engine.ts')
    return makeSqliteEngine(options)
  }
  throw new RemoteError('unknown_driver', `There is no engine ${String(driver)}.`)
}
