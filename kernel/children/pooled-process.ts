import { UnavailableError } from '@svc/plugin'
import type { Child, ChildOptions, ChildPoolOptions, PoolProcess, PoolUser } from '@svc/plugin'
import { RemoteError } from '@svc/plugin/child'

export interface PooledProcessParts {
  spawn(program: string, options: ChildOptions): Promise<Child>
  /** What this process has beyond the options of all. */
  process: PoolProcess | undefined
  /** Who has it at the moment: what it asks and says goes there. */
  userOf(): PoolUser | undefined
}

/** Starts a process of a pool, and opens it as its users find it. */
export async function startPooled<State>(
  options: ChildPoolOptions<State>,
  { spawn, process, userOf }: PooledProcessParts,
): Promise<{ child: Child; state: State }> {
  const { program, open, methods = [] } = options
  const answers = methods.map(
    name => [name, (params: unknown, bytes: Buffer | null) => ask(userOf(), name, params, bytes)] as const,
  )
  const child = await spawn(program, {
    ...options,
    methods: Object.fromEntries(answers),
    onNotify: (method, params) => userOf()?.onNotify?.(method, params),
    ...process,
  })
  try {
    // State is null where nothing is opened.
    return { child, state: open ? await open(child) : (null as State) }
  } catch (cause) {
    child.kill('start')
    const { lastWords } = await child.exited
    const fields = { program, last_words: lastWords }
    throw new UnavailableError(`The child process ${program} could not be started.`, { cause, fields })
  }
}

function ask(user: PoolUser | undefined, name: string, params: unknown, bytes: Buffer | null): unknown {
  const method = user?.methods?.[name]
  if (!method) throw new RemoteError('conflict', 'No work is going on that answers this.')
  return method(params, bytes)
}
