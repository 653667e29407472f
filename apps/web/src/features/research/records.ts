import { queries } from '../../live/query-client.ts'
import type { svc } from '../../live/server.ts'

export type Project = Awaited<ReturnType<typeof svc.research.projects.get>>
export type Source = Awaited<ReturnType<typeof svc.research.sources.get>>
export type Claim = Awaited<ReturnType<typeof svc.research.claims.get>>
export type ClaimStatus = Claim['status']
export type Report = Awaited<ReturnType<typeof svc.research.reports.get>>
export type LintResult = Awaited<ReturnType<typeof svc.research.reports.lint>>
export type Finding = LintResult['errors'][number]

/** What the states of claims are called. */
export const statusWords: Record<ClaimStatus, string> = {
  supported: 'Supported',
  contradicted: 'Contradicted',
  unsupported: 'Without evidence',
  broken: 'Broken',
}
export const statusColours: Record<ClaimStatus, string> = {
  supported: 'ok',
  contradicted: 'warn',
  unsupported: 'gray',
  broken: 'bad',
}

/** A source by its title, or by its key where it has none. */
export function titleOf({ csl, key }: Pick<Source, 'csl' | 'key'>): string {
  return typeof csl['title'] === 'string' && csl['title'] !== '' ? csl['title'] : key
}

/** `1 claim`, `3 claims`. */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

/** What was read of research is old. */
export function changed(): Promise<void> {
  return queries.invalidateQueries({ queryKey: ['research'] })
}
