import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HardenedChildProcesses } from '../../kernel/children/index.ts'
import { recordingLog } from '../support/recording-log.ts'
import { rColumn, withQuickStart } from '../support/programs/run-r.ts'
import { childPrograms } from '../rooms/kernel.ts'
import type { REngine } from '../../plugins/stats/methods/stat-method.ts'
import { describeNistProblems } from './nist/describe-nist-problems.ts'
import { asAnswer } from '../../plugins/stats/engine/as-answer.ts'
import { createREngine } from '../../plugins/stats/engine/r-engine.ts'

const functions = `
svc_echo <- function(data, variables, options) {
  warning("Take care.")
  seen <- paste(utils::capture.output(utils::str(list(data = data, variables = variables, options = options))), collapse = "\\n")
  svc_answer(nrow(data), 0L, list(seen = seen, digits = c(0.1, 1 / 3, 1e-300, 2^53 - 1), none = NA_real_, flag = TRUE, text = "Zoë \\"\\\\\\n"))
}
svc_leftovers <- function(data, variables, options) {
  assign("left", data, envir = globalenv())
  options(digits = 3)
  svc_answer(0L, 0L, list(left = I(ls(globalenv())), digits = getOption("digits"), random = stats::runif(1)))
}
svc_refusing <- function(data, variables, options) svc_stop("height: ", "all its values are the same")
svc_failing <- function(data, variables, options) solve(matrix(0, 2, 2))
svc_greedy <- function(data, variables, options) {
  kept <- list()
  repeat kept[[length(kept) + 1L]] <- double(2e7)
}
`
const other =
  'svc_own <- function() "second"\nsvc_which <- function(data, variables, options) svc_answer(0L, 0L, list(own = svc_own()))'

let folder: string
let children: HardenedChildProcesses
let engine: REngine
const stop = new AbortController()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-r-test-'))
  // Beside the real ones, so that one process serves all these tests.
  cpSync(new URL('../../plugins/stats/r/', import.meta.url), folder, { recursive: true })
  writeFileSync(join(folder, 'methods.R'), functions)
  writeFileSync(join(folder, 'first.R'), 'svc_own <- function() "first"')
  writeFileSync(join(folder, 'which.R'), other.split('\n')[1]!)
  writeFileSync(join(folder, 'second.R'), other)
  const log = recordingLog()
  children = new HardenedChildProcesses({ programs: childPrograms(), log, signal: stop.signal })
  engine = createREngine({
    children: withQuickStart(children),
    log,
    limits: { memoryMb: 800, spare: false, maxCells: 50_000 },
    sources: pathToFileURL(`${folder}/`),
  })
  await engine.run(call('leftovers'), run)
})

afterAll(async () => {
  await engine.close()
  stop.abort()
  await children.close()
  rmSync(folder, { recursive: true })
})

const call = (method: string, rest: Partial<Parameters<REngine['run']>[0]> = {}) =>
  ({ workspaceId: 'ws_1', method, sources: ['methods.R'], columns: [], variables: {}, options: {}, ...rest }) as const
const run = { signal: stop.signal, timeoutMs: 60_000 }

describe('R', () => {
  it('gets numbers, factors and options as they are, and its answer keeps every digit', async () => {
    const answer = await engine.run(
      call('echo', {
        columns: [
          rColumn('a', [1.5, null, 0.1]),
          rColumn('b "é', ['y', 'x', null]),
          rColumn('c', { values: ['low', 'high', null], levels: ['low', 'high'], ordered: true }),
        ],
        variables: { one: 'a', many: ['a', 'c'] },
        options: {
          level: 0.95,
          mixed: [1, null],
          nested: { tree: ['+', 'x', 1], yes: true },
          nothing: null,
          empty: [],
        },
      }),
      run,
    )
    expect(answer.result['seen']).toBe(
      [
        'List of 3',
        " $ data     :'data.frame':\t3 obs. of  3 variables:",
        '  ..$ a   : num [1:3] 1.5 NA 0.1',
        '  ..$ b "é: Factor w/ 2 levels "x","y": 2 1 NA',
        '  ..$ c   : Ord.factor w/ 2 levels "low"<"high": 1 2 NA',
        ' $ variables:List of 2',
        '  ..$ one : chr "a"',
        '  ..$ many: chr [1:2] "a" "c"',
        ' $ options  :List of 5',
        '  ..$ level  : num 0.95',
        '  ..$ mixed  : num [1:2] 1 NA',
        '  ..$ nested :List of 2',
        '  .. ..$ tree:List of 3',
        '  .. .. ..$ : chr "+"',
        '  .. .. ..$ : chr "x"',
        '  .. .. ..$ : num 1',
        '  .. ..$ yes : logi TRUE',
        '  ..$ nothing: NULL',
        '  ..$ empty  : list()',
      ].join('\n'),
    )
    expect({ ...answer, result: { ...answer.result, seen: '' } }).toEqual({
      n: 3,
      excluded: 0,
      result: { seen: '', digits: [0.1, 1 / 3, 1e-300, 2 ** 53 - 1], none: null, flag: true, text: 'Zoë "\\\n' },
      assumptions: [],
      extra: {},
      warnings: ['Take care.'],
    })
  })

  it('starts every run from the same place: no data, options or random numbers of the one before', async () => {
    const first = await engine.run(call('leftovers'), run)
    const second = await engine.run(call('leftovers'), run)
    expect(first.result['left']).toEqual(['left', 'svc_host'])
    expect(second).toEqual(first)
  })

  it('keeps functions of the same name in different files apart', async () => {
    const which = async (sources: string[]) => (await engine.run(call('which', { sources }), run)).result['own']
    expect([
      await which(['first.R', 'which.R']),
      await which(['second.R']),
      await which(['first.R', 'which.R']),
    ]).toEqual(['first', 'second', 'first'])
  })

  it('tells a refusal of the method, and what R itself says', async () => {
    await expect(engine.run(call('refusing'), run)).rejects.toMatchObject({
      code: 'unprocessable',
      message: 'height: all its values are the same',
    })
    await expect(engine.run(call('failing'), run)).rejects.toMatchObject({
      code: 'r_error',
      message: 'R could not compute this: Lapack routine dgesv: system is exactly singular: U[1,1] = 0',
    })
  })

  it('refuses more values than it takes before anything is sent', async () => {
    const columns = [rColumn('a', new Float64Array(50_001))]
    await expect(engine.run(call('echo', { columns }), run)).rejects.toThrow(
      'The analysis has 50001 values; at most 50000 are taken.',
    )
  })

  it('believes no answer that is none', () => {
    expect(() => asAnswer('{"n":"many"}')).toThrow('R answered without n.')
  })
})

describeNistProblems(({ method, sources, columns, variables, options = {} }) =>
  engine.run(
    {
      workspaceId: 'ws_1',
      method,
      sources,
      columns: Object.entries(columns).map(([name, column]) => rColumn(name, column)),
      variables,
      options,
    },
    run,
  ),
)

describe('a process of R', () => {
  it('is ended by a run that takes more memory than it may', async () => {
    await expect(engine.run(call('greedy'), run)).rejects.toMatchObject({
      code: 'unprocessable',
      message: expect.stringContaining('more than the 800 MiB') as string,
    })
  }, 60_000)
})
