import { readFile, stat } from 'node:fs/promises'
import { hostname } from 'node:os'

/** Names a folder on this machine since its start: a copy of it is another one, and so is the same folder on another machine. */
export async function placeOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder)
  const machine = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => hostname())
  return `${machine.trim()} ${dev} ${ino}`
}
