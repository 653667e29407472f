import type { WorkspaceMarks } from '../core/storage/data-plane.ts'
import { UnavailableError } from '../errors.ts'

/**
 * Whether work in a noted workspace failed because another server has it by now: trying again here would fail for good, and
 * `marks.onOpened` says when it is back.
 */
export async function hasLeft(
  marks: Pick<WorkspaceMarks, 'list'>,
  workspaceId: string,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof UnavailableError)) return false
  const here = await marks.list().catch(() => null)
  return here !== null && !here.includes(workspaceId)
}
