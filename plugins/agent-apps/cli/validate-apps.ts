import { relative } from 'node:path'
import { problemText } from '../catalog/problem-text.ts'
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
  for (const folder of folders)
    checked.push(await checkFolder(folder, services, tools, { types: context.options.types ?? 'warn' }))
  const bad = checked.filter(folder => folder.problems.length > 0)
  const items = checked.map(({ name, problems, warnings }) => ({
    name,
    valid: problems.length === 0,
    problems: problems.map(problem => ({ ...problem })),
    warnings: warnings.map(warning => ({ ...warning })),
  }))
  const reports = checked
    .filter(({ problems, warnings }) => problems.length + warnings.length > 0)
    .map(folder => reportOf(folder, context.io.cwd))
  const summary = checked.length === 0 ? nothingFound(context, only) : summaryOf(checked, bad.length)
  context.io.result({ valid: bad.length === 0, items }, [...reports, summary].join('\n\n'))
  return bad.length === 0 ? 0 : 1
}

function nothingFound({ io }: FolderContext, only: FolderKind | null): string {
  return `There are no ${only ?? 'app'}s here. Make one with "${io.svc} ${only ?? 'app'} new <name>".`
}

function summaryOf(checked: readonly CheckedFolder[], bad: number): string {
  const warned = checked.filter(({ warnings }) => warnings.length > 0).length
  const whose = checked.length === 1 ? 'its code' : `${warned} of them`
  const types = warned === 0 ? '' : ` The types of ${whose} do not fit (--types error makes that an error).`
  const [{ kind }] = checked as [CheckedFolder]
  if (checked.length === 1) return `The ${kind} ${bad === 0 ? 'is valid' : 'has problems'}.${types}`
  const all = `${checked.length} ${wordFor(checked)}`
  if (bad === 0) return `${all} are valid.${types}`
  return `${bad} of ${all} ${bad === 1 ? 'has' : 'have'} problems.${types}`
}

function wordFor(checked: readonly CheckedFolder[]): string {
  const kinds = new Set(checked.map(({ kind }) => kind))
  if (kinds.size > 1) return 'apps and tools'
  return kinds.has('tool') ? 'tools' : 'apps'
}

/** The folder, then its problems in the words of the log and the API, and its warnings in the same form. */
export function reportOf({ path, problems, warnings }: CheckedFolder, cwd: string): string {
  const texts = [...problems.map(problemText), ...warnings.map(warning => `warning: ${problemText(warning)}`)]
  return `${relative(cwd, path) || '.'}\n${texts.join('\n\n')}`
}
