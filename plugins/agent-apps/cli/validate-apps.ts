import { relative } from 'node:path'
import { problemsText } from '../catalog/problem-text.ts'
import type { FolderKind } from '../manifest/app-definition.ts'
import { appWorkbench } from './app-workbench.ts'
import { appFolders, checkFolder, toolNames } from './app-folders.ts'
import type { CheckedFolder, FolderContext } from './app-folders.ts'

/** `svc app validate`: 0 when all are good, 1 when one is not. */
export const validateApps = (context: FolderContext): Promise<number> => validateFolders(context, null)

/** `svc tool validate` */
export const validateTools = (context: FolderContext): Promise<number> => validateFolders(context, 'tool')

async function validateFolders(context: FolderContext, only: FolderKind | null): Promise<number> {
  const services = await context.home.service(appWorkbench)
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
  context.io.result(
    { valid: bad.length === 0, items },
    [...bad.map(folder => reportOf(folder, context.io.cwd)), summary].join('\n\n'),
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
