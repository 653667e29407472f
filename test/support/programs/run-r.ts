import type { ChildProcesses, JsonObject } from '@svc/plugin'
import { HardenedChildProcesses } from '../../../kernel/children/index.ts'
import { createREngine } from '../../../plugins/stats/engine/r-engine.ts'
import type { RLimits } from '../../../plugins/stats/engine/r-limits.ts'
import type { RAnswer, RColumn, REngine } from '../../../plugins/stats/methods/stat-method.ts'
import { observedChildren } from './observed-children.ts'
import { recordingLog } from '../recording-log.ts'
import { childPrograms } from '../../rooms/kernel.ts'

/** Numbers; or texts and booleans, which become a factor with its levels sorted, unless `levels` says which; null is missing. */
export type TestColumn =
  | readonly (number | null)[]
  | readonly (string | boolean | null)[]
  | Float64Array
  | { values: readonly (string | null)[]; levels: readonly string[]; ordered?: boolean }

export interface TestAnalysis {
  method: string
  /** Files of `plugins/stats/r` beside `base.R`. */
  sources: readonly string[]
  columns: Readonly<Record<string, TestColumn>>
  variables: JsonObject
  options?: JsonObject
}

export interface TestR {
  engine: REngine
  run(analysis: TestAnalysis): Promise<RAnswer>
  stop(): Promise<void>
}

/** R as the service runs it: a real process, started at the first run. */
export function startTestR({
  limits,
  sources,
  timeoutMs = 60_000,
}: { limits?: Partial<RLimits>; sources?: URL; timeoutMs?: number } = {}): TestR {
  const stop = new AbortController()
  const log = recordingLog()
  const children = new HardenedChildProcesses({ programs: childPrograms(), log, signal: stop.signal })
  const engine = createREngine({
    children: withQuickStart(children),
    log,
    limits: { spare: false, ...limits },
    ...(sources && { sources }),
  })
  return {
    engine,
    run: ({ method, sources, columns, variables, options = {} }) =>
      engine.run(
        {
          workspaceId: 'ws_test',
          method,
          sources,
          columns: Object.entries(columns).map(([name, column]) => rColumn(name, column)),
          variables,
          options,
        },
        { signal: stop.signal, timeoutMs },
      ),
    async stop() {
      stop.abort()
      await engine.close()
      await children.close()
    },
  }
}

/** R's WebAssembly is not optimized while it runs: that takes longer than the small analyses of tests. */
export function withQuickStart(children: ChildProcesses): ChildProcesses {
  return observedChildren((program, options) => children.spawn(program, { ...options, nodeFlags: ['--liftoff-only'] }))
}

/** A column as the engine takes it. */
export function rColumn(name: string, column: TestColumn): RColumn {
  if (column instanceof Float64Array) return { name, kind: 'number', values: column }
  if ('levels' in column) {
    const kind = column.ordered ? 'ordered' : 'factor'
    return { name, kind, levels: [...column.levels], codes: codesOf(column.values, column.levels) }
  }
  if (column.every(value => value === null || typeof value === 'number'))
    return { name, kind: 'number', values: Float64Array.from(column, value => (value as number | null) ?? Number.NaN) }
  const texts = column.map(value => (value === null ? null : String(value)))
  const levels = [...new Set(texts.filter(text => text !== null))].sort()
  return { name, kind: 'factor', levels, codes: codesOf(texts, levels) }
}

function codesOf(values: readonly (string | null)[], levels: readonly string[]): Int32Array {
  const codes = new Map(levels.map((level, index) => [level, index]))
  return Int32Array.from(values, value => (value === null ? -1 : codes.get(value)!))
}
