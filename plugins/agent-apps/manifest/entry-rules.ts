import { posix } from 'node:path'
import { playbookFiles } from '@svc/plugin/contracts/app-folders'
import type { AppProblem, SourceFolder } from '@svc/plugin/contracts/sandbox'
import type { AgentAppManifest } from '../generated/agent-app-manifest.ts'
import type { AppDefinition } from './app-definition.ts'
import { plainProblem, problemIn, textOf } from './manifest-text.ts'
import type { ManifestText } from './manifest-text.ts'
import { parsePrompt } from './prompt-template.ts'

type Entry = AppDefinition['entry']
const moduleEndings = ['.ts', '.tsx', '.js']

/** Finds what the app begins with: a module of the folder, or a prompt. */
export function readEntry(
  text: ManifestText,
  { type, file }: AgentAppManifest['entry'],
  source: SourceFolder,
): { entry: Entry | null; problems: AppProblem[] } {
  const wrong = (path: string[], message: string) => ({ entry: null, problems: [problemIn(text, path, message)] })
  const path = posix.normalize(file)
  if (
    file.includes('\\') ||
    path.startsWith('/') ||
    path === '..' ||
    path.startsWith('../') ||
    /^[a-z]+:/i.test(file)
  ) {
    return wrong(
      ['entry', 'file'],
      `"${file}" is outside the app's folder. Name a file of the folder, such as main.ts.`,
    )
  }
  if (!source.files.has(path)) {
    return wrong(['entry', 'file'], `there is no file ${path} in this folder. Add it, or name one that is there.`)
  }
  if (type === 'playbook') return readPlaybook(text, path, source)
  if (type === 'prompt') return readPrompt(source, path)
  if (!moduleEndings.includes(posix.extname(path))) {
    return wrong(['entry', 'file'], `a module's file ends in ${moduleEndings.join(', ')}; ${path} does not.`)
  }
  return { entry: { type: 'module', file: path }, problems: [] }
}

/** What is in it is checked where playbooks are read. */
function readPlaybook(
  text: ManifestText,
  file: string,
  source: SourceFolder,
): { entry: Entry | null; problems: AppProblem[] } {
  const problems: AppProblem[] = []
  const served = playbookFiles.find(each => source.files.has(each))
  if (file !== served) {
    const message = `the playbook of a folder is its ${served ?? playbookFiles[0]}. Name that one.`
    problems.push(problemIn(text, ['entry', 'file'], message))
  }
  if (text.manifest.permissions !== undefined) {
    const message = 'a playbook calls with the rights of who runs it, so nothing is granted here. Remove "permissions".'
    problems.push(problemIn(text, ['permissions'], message))
  }
  return { entry: problems.length > 0 ? null : { type: 'playbook', file }, problems }
}

function readPrompt(source: SourceFolder, file: string): { entry: Entry | null; problems: AppProblem[] } {
  const read = textOf(source, file)
  if ('problem' in read) return { entry: null, problems: [read.problem] }
  if (read.text.trim() === '')
    return { entry: null, problems: [plainProblem(file, 'The prompt is empty. Write what the model shall do.')] }
  const parsed = parsePrompt(read.text)
  if ('template' in parsed) return { entry: { type: 'prompt', template: parsed.template }, problems: [] }
  const problems = parsed.faults.map(({ offset, message }) => {
    const lines = read.text.slice(0, offset).split('\n')
    const line = read.text.split('\n')[lines.length - 1] ?? ''
    const column = (lines.at(-1)?.length ?? 0) + 1
    return { message, file, line: lines.length, column, frame: `> ${lines.length} | ${line}` }
  })
  return { entry: null, problems }
}
