import pg from 'pg'
import { messageOf, ValidationError } from '@svc/plugin'
import type { Logger } from '@svc/plugin'

const bigint = 20
const timestampWithZone = 1184
const mostConnections = 10
const connectMs = 5000
const statementMs = 30_000
/**
 * Every statement of ours has an index to go by. The planner, whose figures of a queue are always those of some time ago, must not
 * come upon reading a table that was empty then, nor compile what runs for a millisecond.
 */
const plannerSettings = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_bitmapscan', 'jit']

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    // Counts, positions and milliseconds are far from 2^53: numbers are what callers work with.
    if (oid === bigint) return Number
    const parse = pg.types.getTypeParser(oid, format as 'text')
    if (oid !== timestampWithZone) return parse
    return (text: string) => (parse(text) as Date).toISOString()
  },
}

/**
 * How to connect, and where to, without credentials. The text itself, which holds a password, goes into no error and no log.
 * @throws ValidationError
 */
export function connectionOf(databaseUrl: string): { config: pg.PoolConfig; location: string } {
  const message = 'DATABASE_URL must look like postgres://user:password@host:5432/database'
  if (!/^postgres(?:ql)?:\/\//.test(databaseUrl)) throw new ValidationError(message)
  const config: pg.PoolConfig = {
    connectionString: databaseUrl,
    application_name: 'svc',
    max: mostConnections,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    // A server that is frozen cannot keep its own time limit.
    query_timeout: statementMs + connectMs,
    idle_in_transaction_session_timeout: statementMs,
    keepAlive: true,
    options: plannerSettings.map(setting => `-c ${setting}=off`).join(' '),
    types,
  }
  const target = targetOf(config)
  if (target === null) throw new ValidationError(message)
  return { config, location: target }
}

function targetOf(config: pg.PoolConfig): string | null {
  try {
    const { host, port, database } = new pg.Client(config)
    return host.startsWith('/') ? `postgres:${host}/${database}` : `postgres://${host}:${port}/${database}`
  } catch {
    // Its error quotes the URL, and with it the password.
    return null
  }
}

/** A pool whose connections may break, as they do when the server restarts, without ending the process. */
export function createPool(config: pg.PoolConfig, log: Logger): pg.Pool {
  const pool = new pg.Pool(config)
  const onBroken = (error: Error): void => {
    log.warn({ reason: messageOf(error) }, 'a connection to PostgreSQL broke; another one is made when needed')
  }
  pool.on('error', onBroken)
  // The pool listens to connections that lie idle only; one that breaks between two statements of a transaction would be unheard.
  pool.on('connect', client => void client.on('error', onBroken))
  return pool
}
