import { createReadStream, readFileSync } from 'node:fs'
import { NotFoundError } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import { Type } from 'typebox'

/** A client's package that this server hands out, as its build lists it. */
export interface SdkPackage {
  language: string
  package: string
  version: string
  file: string
  sha256: string
}

const folder = new URL('./sdks/', import.meta.url)
const path = '/api/developer/sdks'

/** The packages of this build; none where the sources run unbuilt. */
export function readSdkPackages(): readonly SdkPackage[] {
  try {
    return JSON.parse(readFileSync(new URL('sdks.json', folder), 'utf8')) as SdkPackage[]
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

const installers: Record<string, string> = { typescript: 'npm install', python: 'pip install' }

/** A package as the platform names it: where it is, and the command that installs it. */
export function shownSdk({ file, ...sdk }: SdkPackage, baseUrl: string) {
  const download_url = `${baseUrl}${path}/${file}`
  return { ...sdk, download_url, install: `${installers[sdk.language]} ${download_url}` }
}

/** Installers have no key, so these are for everyone. */
export function sdkRoutes(app: RouteRegistrar, packages: readonly SdkPackage[]): void {
  app.route({
    method: 'GET',
    path: `${path}/:file`,
    operationId: 'downloadSdk',
    summary: 'The package of a client library, as GET /api/developer/platform names it',
    permission: 'public',
    params: Type.Object({ file: Type.String({ maxLength: 100 }) }),
    responses: {
      200: { description: 'The package', contentType: '*/*', example: '(the bytes of a package)' },
    },
    errors: { 404: ['not_found'] },
    handler({ params: { file } }, reply) {
      // Only what the list names: the rest of the address never becomes a path.
      const known = packages.find(each => each.file === file)
      if (!known)
        throw new NotFoundError(`This server has no package "${file}". GET /api/developer/platform names those it has.`)
      reply.header('cache-control', 'public, max-age=300')
      const contentType = known.file.endsWith('.whl') ? 'application/zip' : 'application/gzip'
      return reply.stream(createReadStream(new URL(known.file, folder)), contentType)
    },
  })
}
