import { NotFoundError } from '../../errors.ts'
import type { Contents } from '../../core/storage/content-store.ts'

export interface WantedContent {
  workspaceId: string
  sha256: string
  /** The sentence for people: what is gone, and what they can do. */
  gone: string
}

/** Runs `work` with the path of a file of the content. @throws NotFoundError with `gone`; what `work` throws is thrown as it is */
export async function withContent<T>(
  contents: Pick<Contents, 'withPath'>,
  { workspaceId, sha256, gone }: WantedContent,
  work: (path: string) => Promise<T>,
): Promise<T> {
  let isThere = false
  try {
    return await contents.withPath(workspaceId, sha256, path => {
      isThere = true
      return work(path)
    })
  } catch (error) {
    if (isThere || !(error instanceof NotFoundError)) throw error
    throw new NotFoundError(gone, { cause: error })
  }
}
