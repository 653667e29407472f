import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Nobody on the network has it: what is sent there arrives nowhere, and nothing comes back to say so. */
const nobodysHardware = '02:de:ad:00:00:01'

/** A machine of its own, as far as the network goes: a namespace with one card on a switch that all share. */
export interface SeparateHost {
  address: string
  /** Begins the command of a program that runs there, which the user root starts. */
  through: readonly string[]
  /** From now on nothing that this host sends to `other` arrives; what `other` sends still does. */
  stopSendingTo(other: SeparateHost): Promise<void>
  sendAgainTo(other: SeparateHost): Promise<void>
}

export interface SeparateHosts {
  hosts: readonly SeparateHost[]
  end(): Promise<void>
}

/** Null where no namespaces can be made: it takes the user root and the program `ip`. */
export async function openSeparateHosts(count: number): Promise<SeparateHosts | null> {
  // Tests that run at the same time have networks of their own.
  const number = process.pid % 60_000
  const bridge = `svcbr${number}`
  if (spawnSync('ip', ['link', 'add', bridge, 'type', 'bridge']).status !== 0) return null
  const names = Array.from({ length: count }, (_, index) => `svc-${number}-${index}`)
  const subnet = `10.${200 + ((number >> 8) % 50)}.${number & 255}`
  const end = async (): Promise<void> => {
    for (const name of names) await run('ip', ['netns', 'del', name]).catch(() => undefined)
    await run('ip', ['link', 'del', bridge])
  }
  try {
    await run('ip', ['addr', 'add', `${subnet}.254/24`, 'dev', bridge])
    await run('ip', ['link', 'set', bridge, 'up'])
    const hosts: SeparateHost[] = []
    for (const [index, name] of names.entries()) hosts.push(await openHost(name, `${subnet}.${index + 1}`, bridge))
    return { hosts, end }
  } catch {
    await end()
    return null
  }
}

async function openHost(name: string, address: string, bridge: string): Promise<SeparateHost> {
  const through = ['ip', 'netns', 'exec', name]
  const inside = (...args: string[]) => run('ip', ['-n', name, ...args])
  const port = `v${name.slice('svc-'.length)}`
  await run('ip', ['netns', 'add', name])
  await run('ip', ['link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name])
  await run('ip', ['link', 'set', port, 'master', bridge, 'up'])
  await inside('addr', 'add', `${address}/24`, 'dev', 'eth0')
  await inside('link', 'set', 'lo', 'up')
  await inside('link', 'set', 'eth0', 'up')
  return {
    address,
    through,
    async stopSendingTo(other) {
      await inside('neigh', 'replace', other.address, 'lladdr', nobodysHardware, 'dev', 'eth0', 'nud', 'permanent')
    },
    async sendAgainTo(other) {
      await inside('neigh', 'del', other.address, 'dev', 'eth0')
    },
  }
}
