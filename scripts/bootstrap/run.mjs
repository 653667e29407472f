import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'

/**
 * Runs Node with these arguments in a child that shares our terminal, passes signals on, and ends as the child ended.
 * @param {{ root: string, node: string, args: string[], env?: Record<string, string> }} options
 */
export async function run({ root, node, args, env = {} }) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter)
  const child = spawn(node, args, { stdio: 'inherit', env: { ...process.env, ...env, PATH: path } })

  const forward = signal => {
    // A terminal sends Ctrl-C to the whole group: the child has it already, and a second one means "at once".
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)

  const watch = watchNpm(() => child.kill('SIGTERM'))

  const { code, signal } = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  clearInterval(watch)
  for (const name of signals) process.off(name, forward)
  if (signal) process.kill(process.pid, signal)
  process.exitCode = code ?? 1
}

/**
 * npm passes a signal to its shell, and a killed shell notifies nobody. Somebody who stops npm wants us to stop.
 * @param {() => void} onGone
 */
function watchNpm(onGone) {
  if (!process.env.npm_command) return undefined
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    onGone()
  }, 500)
  return watch.unref()
}
