import { relative } from 'node:path'
import type { JsonValue } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'
import { problemsText } from '../catalog/problem-text.ts'
import type { FolderKind } from '../manifest/app-definition.ts'
import type { CommandServices } from './command-services.ts'
import { appFolders, checkFolder, toolNames } from './app-folders.ts'
import type { CheckedFolder } from './app-folders.ts'

/** `svc app validate`, `svc tool validate`: 0 when all are good, 1 when one is not. */
export async function validateApps(
  context: CliContext,
  services: CommandServices,
  only: FolderKind | null = null,
): Promise<number> {
  const folders = await appFolders(context, services, only)
  const tools = toolNames(context, services)
  const checked: CheckedFolder[] = []
  for (const folder of folders) checked.push(await checkFolder(folder, services, tools))
  const bad = checked.filter(folder => folder.problems.length > 0)
  const items = checked.map(({ name, problems }) => ({
    name,
    valid: problems.length === 0,
    problems: problems.map(problem => ({ ...problem })),
  }))
  const summary =
    bad.length === 0
      ? `${checked.length} of ${checked.length} ${wordFor(checked)} are valid.`
      : `${bad.length} of ${checked.length} ${wordFor(checked)} have problems.`
  context.result(
    { valid: bad.length === 0, items } as JsonValue,
    [...bad.map(folder => reportOf(folder, context.cwd)), summary].join('\n\n'),
  )
  return bad.length === 0 ? 0 : 1
}

function wordFor(checked: readonly CheckedFolder[]): string {
  const kinds = new Set(checked.map(({ kind }) => kind))
  if (kinds.size > 1) return 'apps and tools'
  return kinds.has('tool') ? 'tools' : 'apps'
}

/** The folder, then its problems in the words of the log and the API. */
export function reportOf({ path, problems }: CheckedFolder, cwd: string): string {
  return `${relative(cwd, path) || '.'}\n${problemsText(problems)}`
}
