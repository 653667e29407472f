import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../support/process.ts'
import { atMost } from '../support/row.ts'
import type { Row } from '../support/row.ts'
import { serverMain } from '../support/svc.ts'

const rounds = 41
const commands = [['--version'], ['--help'], ['data', 'list', '--help']]
const ticksPerSecond = 100

/** User and system time of all children that have ended, those of children with them. */
function cpuOfChildrenMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return ((Number(fields[13]) + Number(fields[14])) * 1000) / ticksPerSecond
}

function cpuMs(file: string, args: readonly string[], env: NodeJS.ProcessEnv): number {
  const before = cpuOfChildrenMs()
  execFileSync(file, args, { env: { ...process.env, ...env }, stdio: 'ignore' })
  return cpuOfChildrenMs() - before
}

/** CPU of `svc` commands, through the launcher on a fresh build, beside an empty Node. Averages, because the operating system counts CPU in ticks. */
export async function commandsRow(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-commands-'))
  // As from a shell: below `npm run bench`, ./svc would take itself for a program that npm has to be able to stop.
  const env = { SVC_HOME: join(folder, 'home'), npm_command: undefined }
  try {
    await serverMain()
    const ours = commands.map(() => 0)
    let empty = 0
    for (let round = -1; round < rounds; round++) {
      const nothing = cpuMs(process.execPath, ['-e', '0'], env)
      const each = commands.map(args => cpuMs(join(root, 'svc'), args, env))
      // The first round fills the compile cache.
      if (round < 0) continue
      empty += nothing
      for (const [index, cost] of each.entries()) ours[index] = (ours[index] ?? 0) + cost
    }
    return commands.map((args, index) =>
      atMost(
        {
          path: `svc ${args.join(' ')}`,
          measure: 'CPU, through ./svc',
          ours: (ours[index] ?? 0) / rounds,
          unit: 'ms',
          beside: { name: 'node -e 0', value: empty / rounds },
        },
        4,
      ),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
