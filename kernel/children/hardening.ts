import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Which walls stand around a child on this machine. */
export interface HardeningStatus {
  /** Each child is a user of its own. */
  otherUser: boolean
  /** Those that do not stand, in words. */
  missing: string[]
}

export interface ChildLimits {
  processes: number
  openFiles: number
  cpuSeconds: number | null
  /** Bytes of a file it may write; 0: none. */
  fileBytes: number
}

export interface Hardening {
  status: HardeningStatus
  /** The command that runs `command` behind the walls; each tool replaces itself, so the process id stays one. */
  wrap(command: readonly string[], limits: ChildLimits): string[]
}

/** Finds and tries the tools of util-linux once. */
export async function findHardening(): Promise<Hardening> {
  const root = process.getuid?.() === 0
  if (process.platform !== 'linux') {
    const missing = [`${process.platform} has no prlimit, setpriv and unshare`]
    return { status: { otherUser: false, missing }, wrap: command => [...command] }
  }
  const setpriv = await works(['setpriv', '--no-new-privs', '--pdeathsig', 'KILL'])
  const dropsCapabilities =
    root && setpriv ? await works(['setpriv', '--bounding-set=-all,+setuid,+setgid', '--inh-caps=-all']) : null
  const prlimit = await works(['prlimit', '--core=0', '--fsize=0', '--nofile=64'])
  // Without root a user namespace brings the right to leave the network, and its own count of processes.
  const unshare = await works(['unshare', ...(root ? ['--net'] : ['--user', '--net'])])

  const missing: string[] = []
  if (!setpriv) missing.push('setpriv does not work here: children may gain privileges through setuid programs')
  if (!prlimit)
    missing.push('prlimit does not work here: processes, open files and file sizes of children are not limited')
  if (!unshare) missing.push('unshare does not work here: children keep the network')
  if (!root && !unshare)
    missing.push('without root and user namespaces the number of processes of children is not limited')
  if (!root) missing.push('the server is not root: children run as the same user')

  return {
    status: { otherUser: root, missing },
    wrap(command, limits) {
      // Where processes are counted per user, a limit for the server's own user would be met by the server itself.
      const countsProcesses = root || unshare !== null
      return [
        ...(unshare ?? []),
        ...(prlimit ? [prlimit[0]!, '--core=0', `--fsize=${limits.fileBytes}`, `--nofile=${limits.openFiles}`] : []),
        ...(prlimit && countsProcesses ? [`--nproc=${limits.processes}`] : []),
        ...(prlimit && limits.cpuSeconds !== null ? [`--cpu=${limits.cpuSeconds}`] : []),
        ...(setpriv ?? []),
        ...(dropsCapabilities?.slice(1) ?? []),
        ...command,
      ]
    },
  }
}

/** The command with its full path when it runs `true` without complaint, else null. */
async function works(command: readonly string[]): Promise<string[] | null> {
  const tool = findTool(command[0]!)
  const nothing = findTool('true')
  if (!tool || !nothing) return null
  const found = [tool, ...command.slice(1)]
  const tried = await run(found[0]!, [...found.slice(1), nothing], { env: {} }).catch(() => null)
  return tried ? found : null
}

function findTool(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/bin', '/bin', '/usr/sbin', '/sbin']
  for (const folder of folders) {
    const path = join(folder || '.', name)
    if (folder.startsWith('/') && isExecutable(path)) return path
  }
  return null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
