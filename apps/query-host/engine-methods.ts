import { Attached, RemoteError } from '@svc/plugin/child'
import type { RpcMethod } from '@svc/plugin/child'
import type { HostColumnsRequest } from '../../kernel/index.ts'
import type { Engine, NumberColumns } from './engine.ts'
import { roomFailure } from './engine-failure.ts'

/** Well below what a pipe takes at once. */
const numberPieceBytes = 4 * 1024 * 1024

/**
 * The engine as the methods of the pipe: parameters come from our own server, which has checked what people sent. What
 * an engine of this role has not, is refused.
 */
export function engineMethods(engine: Partial<Engine>): Record<string, RpcMethod> {
  let numbers: NumberColumns = { rows: 0, columns: [] }

  const piece = (index: number, from: number): Attached => {
    const bytes = numbers.columns[index]?.bytes ?? new Uint8Array(0)
    return new Attached(null, bytes.subarray(from, from + numberPieceBytes))
  }

  const method =
    (name: Exclude<keyof Engine, 'columns'>): RpcMethod =>
    async params => {
      const answer = engine[name] as ((request: unknown) => Promise<unknown>) | undefined
      if (answer === undefined) throw new RemoteError('unknown_method', `A process of this role has no ${name}.`)
      try {
        return await answer.call(engine, params)
      } catch (error) {
        throw roomFailure(error) ?? error
      }
    }

  return {
    open: method('open'),
    query: method('query'),
    more: method('more'),
    preview: method('preview'),
    profile: method('profile'),
    diff: method('diff'),
    async columns(request: HostColumnsRequest) {
      if (engine.columns === undefined)
        throw new RemoteError('unknown_method', 'A process of this role has no columns.')
      numbers = await engine.columns(request)
      const heads = numbers.columns.map(({ head }) => head)
      return { rows: numbers.rows, columns: heads }
    },
    column: ({ index, from }: { index: number; from: number }) => piece(index, from),
    import: method('import'),
    derive: method('derive'),
    export: method('export'),
  }
}
