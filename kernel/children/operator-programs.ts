import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { messageOf, UnavailableError } from '@svc/plugin'
import type { OperatorProgram, OperatorPrograms, RunningProgram } from '@svc/plugin'
import { leadsGroup, SpawnedProcess } from './spawned-process.ts'

/** Starts what the operator named. `signal` aborts at stop: all are killed. */
export function createOperatorPrograms(signal: AbortSignal): OperatorPrograms {
  const running = new Set<RunningProgram>()
  signal.addEventListener(
    'abort',
    () => {
      for (const program of running) program.kill('stop')
    },
    { once: true },
  )
  return {
    async start(program) {
      if (signal.aborted) throw new UnavailableError('The server is stopping.')
      const started = asRunning(await spawnProgram(program))
      running.add(started)
      void started.exited.then(() => running.delete(started))
      if (signal.aborted) started.kill('stop')
      return started
    },
  }
}

async function spawnProgram({ command, args, env, cwd }: OperatorProgram): Promise<ChildProcess> {
  const path = process.env['PATH']
  try {
    const node = spawn(command, args, {
      cwd,
      // Nothing of the server's own environment, where its secrets may stand.
      env: { ...(path !== undefined && { PATH: path }), ...env },
      detached: leadsGroup,
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    })
    await once(node, 'spawn')
    return node
  } catch (cause) {
    throw new UnavailableError(`The program ${command} could not be started: ${messageOf(cause)}.`, { cause })
  }
}

function asRunning(node: ChildProcess): RunningProgram {
  const { pid, stdin, stdout, stderr } = node
  if (pid === undefined || !stdin || !stdout || !stderr) throw new Error('A program that was not spawned with pipes.')
  const spawned = new SpawnedProcess(Object.assign(node, { pid }), stderr)
  // A pipe whose reader is gone: the exit of the program says the same, and an error without a listener would end the server.
  stdin.on('error', () => stdin.destroy())
  return { pid, stdin, stdout, exited: spawned.exited, kill: (reason = 'killed') => spawned.kill(reason) }
}
