/** Whether an address is PostgreSQL's; pgvector asks the same. */
export function isPostgres(url: URL | null): boolean {
  return url?.protocol === 'postgres:' || url?.protocol === 'postgresql:'
}
