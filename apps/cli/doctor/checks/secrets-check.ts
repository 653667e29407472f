import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DoctorCheck, Machine } from '../doctor-check.ts'
import { failed, ok } from '../finding.ts'

const names = ['session_key', 'cursor_key', 'config_key']
const shape = /^[A-Za-z0-9_-]{43}$/
const remedy =
  'Restore secrets.json from a backup of the home: other keys sign everybody out and make stored app secrets unreadable.'

/** The home's own keys are there and whole. Their values go nowhere. */
export const secretsCheck: DoctorCheck<Machine> = {
  name: 'keys of the home',
  async run({ home, homeExists }) {
    const isNew = !homeExists || !existsSync(join(home, 'home.json'))
    if (isNew) return []
    const kept = await readSecrets(join(home, 'secrets.json'))
    if (kept === null) return [failed('keys of the home', 'secrets.json is missing or no JSON', remedy)]
    const wrong = names.filter(name => typeof kept[name] !== 'string' || !shape.test(kept[name]))
    if (wrong.length > 0)
      return [failed('keys of the home', `secrets.json: ${wrong.join(', ')} must be 32 bytes in base64url`, remedy)]
    return [ok('keys of the home', `${names.length} keys, whole`)]
  },
}

async function readSecrets(path: string): Promise<Record<string, unknown> | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    // Why does not matter here: the remedy is the same, and a parser's message may quote the file.
    return null
  }
}
