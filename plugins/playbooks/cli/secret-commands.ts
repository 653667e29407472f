import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ValidationError } from '@svc/plugin'
import { columns } from '@svc/plugin/contracts/cli'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'

const path = '/api/playbooks/secrets'
const secretPath = (name: string): string => `${path}/${encodeURIComponent(name)}`

interface Secret {
  name: string
  created_at: string
  updated_at: string
}

/** `svc playbooks secret set`: the value comes from a file or is asked for, so that no history of a shell has it. */
export async function setSecret(context: CommandContext<Commands['playbooks secret set']>): Promise<number> {
  const { client, io, options, arguments: given } = context
  const text =
    options.file === undefined
      ? await io.ask(`Value of ${given.name}: `)
      : await readFile(resolve(io.cwd, options.file), 'utf8')
  const value = (text ?? '').replace(/\r?\n$/, '')
  if (value === '') throw new ValidationError('A secret is not empty. Give its value, or --file with it.')
  await client.request('PUT', secretPath(given.name), { value })
  io.result({ name: given.name }, `${given.name} is set. A playbook that lists it in use.secrets may read it.`)
  return 0
}

/** `svc playbooks secret list` */
export async function listSecrets({ client, io }: CommandContext<Commands['playbooks secret list']>): Promise<number> {
  const page = await client.request<{ items: Secret[] }>('GET', path)
  const rows = page.items.map(({ name, updated_at }) => [name, updated_at])
  io.result(page, rows.length > 0 ? columns([['NAME', 'SET AT'], ...rows]) : 'There are no secrets.')
  return 0
}

/** `svc playbooks secret rm` */
export async function removeSecret(context: CommandContext<Commands['playbooks secret rm']>): Promise<number> {
  const { client, io, arguments: given } = context
  await client.request('DELETE', secretPath(given.name))
  io.result({ name: given.name }, `${given.name} is gone. A run that reads it faults.`)
  return 0
}
