import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type Row = Record<string, unknown> & { id: string }
interface Registry {
  format: number
  tables: Record<string, Row[]>
}

/** Changes the registry of a home that no server has open. */
export async function editRegistry(home: string, edit: (tables: Registry['tables']) => void): Promise<void> {
  const path = join(home, 'control_plane/registry.json')
  const registry = JSON.parse(await readFile(path, 'utf8')) as Registry
  edit(registry.tables)
  await writeFile(path, JSON.stringify(registry))
}

const letters = '0123456789abcdefghjkmnpqrstvwxyz'
const changedLetters = 6

/** Another id of the same form; `number` is below 2^30. */
export function anotherId(id: string, number: number): string {
  let end = ''
  for (let left = number, place = 0; place < changedLetters; place += 1, left = Math.floor(left / letters.length))
    end = letters.charAt(left % letters.length) + end
  return id.slice(0, -changedLetters) + end
}
