import type { Row } from '../../support/row.ts'
import { commits } from './commits.ts'
import { forwarded } from './forwarded.ts'
import { takeover } from './takeover.ts'

/** Many servers: a commit that its caller waits for, a request that is sent on, and a server that is killed. */
export async function cluster(): Promise<Row[]> {
  return [...(await commits()), ...(await forwarded()), ...(await takeover())]
}
