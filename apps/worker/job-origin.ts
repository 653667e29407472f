import { join } from 'node:path'
import { ValidationError } from '@svc/plugin'
import type { KernelConfig, WorkerRole } from '../../kernel/index.ts'
import { HttpLink } from './link/http-link.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface JobOrigin extends Pick<WorkerRole, 'source' | 'place'> {
  /** The way to the server. */
  link: HttpLink
}

/** Where a worker gets its jobs: the most explicit setting counts. @throws ValidationError */
export function jobOrigin(env: Environment, config: KernelConfig): JobOrigin {
  const { SVC_BASE_URL: baseUrl, SVC_API_KEY: key } = env
  if (baseUrl || key) return { source: 'server', link: remoteLink(baseUrl, key), place: 'away' }
  if (config.database_url !== undefined) return { source: 'database', link: homeLink(config), place: 'find' }
  return { source: 'server', link: homeLink(config), place: 'home' }
}

function remoteLink(baseUrl: string | undefined, key: string | undefined): HttpLink {
  if (!baseUrl || !key) {
    const [set, unset] = baseUrl ? ['SVC_BASE_URL', 'SVC_API_KEY'] : ['SVC_API_KEY', 'SVC_BASE_URL']
    throw new ValidationError(
      `${set} is set and ${unset} is not. Set both to work for a server elsewhere, or none to work for the home of this machine.`,
    )
  }
  const url = URL.parse(baseUrl)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new ValidationError(
      `SVC_BASE_URL is "${baseUrl}", which is no address of a server. Write it like http://127.0.0.1:8420.`,
    )
  }
  const address = `${url.origin}${url.pathname.replace(/\/+$/, '')}`
  return new HttpLink({ name: address, baseUrl: address, headers: { authorization: `Bearer ${key}` } })
}

/** The operator's socket of the server on the home. */
export function homeLink({ home, base_path: basePath }: Pick<KernelConfig, 'home' | 'base_path'>): HttpLink {
  return new HttpLink({
    name: `the server on ${home}`,
    baseUrl: `http://localhost${basePath.replace(/\/+$/, '')}`,
    socketPath: join(home, 'operator.sock'),
  })
}
