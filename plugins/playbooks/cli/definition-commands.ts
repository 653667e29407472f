import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { ConflictError, ValidationError } from '@svc/plugin'
import { columns } from '@svc/plugin/contracts/cli'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { everyItem } from '@svc/plugin/library/every-item'
import type { CheckedDefinition } from '../definitions/read-definition.ts'
import type { Playbook } from '../definitions/shown-playbook.ts'
import type { DryRun } from '../dry-runs/dry-run.ts'
import type { Commands } from '../generated/commands.ts'
import { newPlaybook } from './new-playbook.ts'
import { readObject, readText } from './given-values.ts'
import { playbookWorkbench } from './playbook-workbench.ts'
import type { PlaybookFile } from './playbook-workbench.ts'
import { errorText, mistakesText, valueText } from './texts.ts'

const path = '/api/playbooks'

/** `svc playbooks list` */
export async function listPlaybooks({ client, io }: CommandContext<Commands['playbooks list']>): Promise<number> {
  const items = await everyItem<Playbook>(client, path)
  const rows = items.map(({ name, version, source, enabled, title }) => [
    name,
    version,
    source,
    enabled ? 'on' : 'off',
    title ?? '',
  ])
  const text = columns([['PLAYBOOK', 'VERSION', 'SOURCE', 'STATE', 'TITLE'], ...rows])
  io.result(
    { items },
    items.length > 0 ? text : `There are no playbooks. Make one with "${io.svc} playbooks new <name>".`,
  )
  return 0
}

/** `svc playbooks show` */
export async function showPlaybook(context: CommandContext<Commands['playbooks show']>): Promise<number> {
  const { client, io } = context
  const found = await client.request<Playbook & { text: string }>(
    'GET',
    `${path}/${encodeURIComponent(context.arguments.playbook)}`,
  )
  io.result(found, found.text.replace(/\n$/, ''))
  return 0
}

/** `svc playbooks new`: a file that runs as it stands. */
export async function writePlaybook(context: CommandContext<Commands['playbooks new']>): Promise<number> {
  const { arguments: given, io } = context
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(given.name))
    throw new ValidationError(`"${given.name}" is no name of a playbook: a-z, 0-9 and -, at most 63 of them.`)
  const folder = resolve(io.cwd, given.name)
  const file = join(folder, 'playbook.yaml')
  await mkdir(folder, { recursive: true })
  try {
    await writeFile(file, newPlaybook(given.name), { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new ConflictError('already_exists', `${file} is there already.`, { cause: error })
  }
  const shown = relative(io.cwd, file)
  io.result({ file }, shown)
  io.note(`Check it: svc playbooks validate ${shown}\nStore it: svc playbooks add ${shown}`)
  return 0
}

/** `svc playbooks validate`: needs no server. */
export async function validatePlaybook(context: CommandContext<Commands['playbooks validate']>): Promise<number> {
  const { io, home, arguments: given } = context
  const file = await fileOf(given.file, io.cwd)
  const { definition, errors, warnings } = await (await home.service(playbookWorkbench)).check(file)
  const valid = definition !== null
  const said = [mistakesText(given.file, errors), mistakesText(`warning: ${given.file}`, warnings)]
  const text = [...said, valid ? `${given.file} can be run.` : ''].filter(Boolean).join('\n')
  io.result({ valid, errors, warnings }, text)
  return valid ? 0 : 1
}

/** `svc playbooks add`: stores the file as a version. */
export async function addPlaybook(context: CommandContext<Commands['playbooks add']>): Promise<number> {
  const { client, io, arguments: given } = context
  const source = await readText(given.file, io.cwd)
  const { errors } = await client.request<CheckedDefinition>('POST', `${path}/validate`, { source })
  if (errors.length > 0) {
    io.result({ errors }, `${mistakesText(given.file, errors)}\nNothing was stored.`)
    return 1
  }
  const playbook = await client.request<Playbook>('POST', path, { source })
  io.result(playbook, `${playbook.name} ${playbook.version} is stored.`)
  io.note(`Start it: svc playbooks start ${playbook.name} --watch`)
  return 0
}

/** `svc playbooks dry-run`: of a file, which needs no server, or of a playbook that is stored. */
export async function dryRunPlaybook(context: CommandContext<Commands['playbooks dry-run']>): Promise<number> {
  const { client, io, home, options, signal, arguments: given } = context
  const inputs = await readObject(options.inputs, '--inputs', io.cwd)
  const mocks = await readObject(options.mocks, '--mocks', io.cwd)
  const isFile = /\.(ya?ml|json)$/i.test(given.playbook)
  const tried = isFile
    ? await (
        await home.service(playbookWorkbench)
      ).dryRun(await fileOf(given.playbook, io.cwd), { inputs, mocks }, signal)
    : await client.request<DryRun>('POST', `${path}/${encodeURIComponent(given.playbook)}/dry-run`, { inputs, mocks })
  for (const { message } of tried.warnings) io.note(`warning: ${message}`)
  const { error, output, status } = tried
  io.result(tried, error === null ? `${status}\n${valueText(output)}` : errorText(error))
  return status === 'faulted' ? 1 : 0
}

async function fileOf(path: string, cwd: string): Promise<PlaybookFile> {
  return { source: await readText(path, cwd), folder: dirname(resolve(cwd, path)) }
}
