import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { UnavailableError } from '@svc/plugin'
import type { Logger } from '@svc/plugin'
import { readObject, writeDurably } from '../storage/durable-file.ts'
import type { Home, HomeMarker } from '../planes.ts'
import { closeFile } from './home-folder.ts'

type Secrets = Home['secrets']
const secretNames = ['session_key', 'cursor_key', 'config_key'] as const satisfies readonly (keyof Secrets)[]
const secretPattern = /^[A-Za-z0-9_-]{43}$/
const homeIdPattern = /^[A-Za-z0-9_-]{16,64}$/

function markerPath(folder: string): string {
  return join(folder, 'home.json')
}

/** What `home.json` says, or null when this is a new home. */
export async function readMarker(folder: string): Promise<HomeMarker | null> {
  const path = markerPath(folder)
  const remedy = 'Restore it from a backup of the home.'
  const found = await readObject(path, remedy)
  if (found === null) return null
  const { home_id, created_at, control, is_cache, server_id, server_place, set_up_at = null } = found
  const fits =
    typeof home_id === 'string' &&
    homeIdPattern.test(home_id) &&
    typeof created_at === 'string' &&
    typeof control === 'string' &&
    (set_up_at === null || typeof set_up_at === 'string')
  if (fits)
    return {
      ...{ home_id, created_at, control, set_up_at },
      ...(is_cache === true && { is_cache }),
      ...(typeof server_id === 'string' && { server_id }),
      ...(typeof server_place === 'string' && { server_place }),
    }
  throw new UnavailableError(`${path} lacks home_id, created_at or control (where users and keys are). ${remedy}`)
}

export async function writeMarker(folder: string, marker: HomeMarker): Promise<void> {
  await writeDurably(markerPath(folder), `${JSON.stringify(marker, null, 2)}\n`)
}

/** The keys of this home when all of them are there, or null: they are the server's to make. */
export async function readKeptSecrets(folder: string): Promise<Secrets | null> {
  const path = join(folder, 'secrets.json')
  const found = await readObject(path, 'Look at its permissions: a worker runs as the user whom the home belongs to.')
  const [session_key, cursor_key, config_key] = secretNames.map(name => found?.[name])
  return isSecret(session_key) && isSecret(cursor_key) && isSecret(config_key)
    ? { session_key, cursor_key, config_key }
    : null
}

/** The keys of this home: those of the servers that share it, or made once, or filled up when a version asks for more of them. */
export async function readSecrets(
  folder: string,
  { marker, shared, log }: { marker: HomeMarker | null; shared: Secrets | undefined; log: Logger },
): Promise<Secrets> {
  const path = join(folder, 'secrets.json')
  const remedy = `Restore it from a backup of the home. Without one, write {} into it to have new keys made: everybody must sign in again, and stored app secrets are lost.`
  const found = await readObject(path, remedy)
  if (found === null && marker?.set_up_at) throw new UnavailableError(`${path} is missing. ${remedy}`)
  if (found !== null) await closeFile(folder, 'secrets.json', log)
  const wrong = secretNames.filter(name => found?.[name] !== undefined && !isSecret(found[name]))
  if (wrong.length > 0)
    throw new UnavailableError(`${path}: ${wrong.join(', ')} must be 32 bytes in base64url. ${remedy}`)
  const keyFor = (name: keyof Secrets): string => {
    const kept = shared?.[name] ?? found?.[name]
    return isSecret(kept) ? kept : randomBytes(32).toString('base64url')
  }
  const secrets: Secrets = {
    session_key: keyFor('session_key'),
    cursor_key: keyFor('cursor_key'),
    config_key: keyFor('config_key'),
  }
  const isComplete = secretNames.every(name => found?.[name] === secrets[name])
  if (!isComplete) await writeDurably(path, `${JSON.stringify({ ...found, ...secrets }, null, 2)}\n`)
  return secrets
}

function isSecret(value: unknown): value is string {
  return typeof value === 'string' && secretPattern.test(value)
}
