import type { ToolCatalog } from '../contracts/tools.ts'
import type { FieldError } from '../errors.ts'
import { closestWord } from './closest-word.ts'

/** A fault at `<path>/<index>` for each name that is no tool here, with the closest that is. Sources that are still listing are waited for. */
export async function unknownTools(
  catalog: ToolCatalog | undefined,
  names: readonly string[],
  { path, workspaceId, signal }: { path: string; workspaceId: string; signal: AbortSignal },
): Promise<FieldError[]> {
  const isKnown = (name: string): boolean => (catalog?.get(name, workspaceId) ?? null) !== null
  if (names.every(isKnown)) return []
  await catalog?.settled(signal)
  const known = catalog?.list(workspaceId).map(tool => tool.name) ?? []
  return names.flatMap((name, index) => {
    if (isKnown(name)) return []
    const closest = closestWord(name, known)
    const hint = closest === null ? 'GET /api/tools lists them' : `did you mean "${closest}"?`
    return [{ path: `${path}/${index}`, message: `names "${name}", which is no tool here; ${hint}` }]
  })
}
