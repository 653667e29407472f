import { buffer } from 'node:stream/consumers'
import { bodyFault, ForbiddenError, NotFoundError } from '@svc/plugin'
import type { CallerScopes, Principal } from '@svc/plugin'
import type { Files } from '@svc/plugin/contracts/files'
import { imageOfBytes } from '../document/images.ts'

export interface LogoOptions {
  files: Files | undefined
  scopes: Pick<CallerScopes, 'has'>
}

const mostBytes = 4 * 1024 * 1024
const field = '/cover/logo_file_id'

/** Reads the picture of a cover. @throws ValidationError, ForbiddenError, NotFoundError */
export async function readLogo(
  fileId: string,
  principal: Principal,
  { files, scopes }: LogoOptions,
): Promise<Uint8Array> {
  if (!scopes.has(principal, 'files:read'))
    throw new ForbiddenError(
      'forbidden',
      'cover.logo_file_id needs the scope files:read, which this caller does not have.',
    )
  if (!files) throw bodyFault(field, 'cannot be read: the plugin files is switched off')
  const { file, content } = await opened(files, principal.workspace_id, fileId)
  if (file.size > mostBytes) {
    content.destroy()
    throw bodyFault(field, `is a file of ${file.size} bytes; a logo has at most ${mostBytes}`)
  }
  const bytes = new Uint8Array(await buffer(content))
  if (imageOfBytes(bytes) !== null) return bytes
  throw bodyFault(field, `is ${file.name}, which is no PNG or JPEG that can be drawn`)
}

async function opened(files: Files, workspaceId: string, fileId: string) {
  try {
    return await files.open(workspaceId, fileId)
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    throw new NotFoundError(`cover.logo_file_id: ${error.message}`, { cause: error })
  }
}
