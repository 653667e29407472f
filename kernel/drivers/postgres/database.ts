/** One connection, or the pool. Statements with a name are prepared once a connection. */
export interface PostgresSession {
  query<Row>(
    statement: string | { name: string; text: string },
    params?: readonly unknown[],
  ): Promise<{ rows: Row[]; count: number }>
}

/** The database of the control plane, for the kernel's own stores in it. */
export interface PostgresDatabase extends PostgresSession {
  transaction<T>(work: (session: PostgresSession) => Promise<T>): Promise<T>
  /** Calls back with each payload; with null after every (re)connection, when something may have been missed. */
  listen(channel: string, listener: (payload: string | null) => void): void
}
