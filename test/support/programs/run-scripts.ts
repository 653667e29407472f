import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ownFunctions } from '../../../plugins/stats/engine/r-sources.ts'
import type { RAnswer } from '../../../plugins/stats/methods/stat-method.ts'
import type { MethodCase } from '../../../plugins/stats/reference/method-case.ts'
import { prepareCase } from '../../../plugins/stats/reference/prepared-case.ts'
import { startTestR, type TestR } from './run-r.ts'

const folder = fileURLToPath(new URL('../../../plugins/stats/reference', import.meta.url))

const runsScript = `svc_script <- function(data, variables, options) {
  home <- setwd(tempdir())
  on.exit(setwd(home))
  writeLines(options$csv, "data.csv")
  run <- function() suppressWarnings(eval(parse(text = options$script, encoding = "UTF-8"), new.env(parent = globalenv())))
  printed <- utils::capture.output(tryCatch(run(), error = function(e) cat("failed:", conditionMessage(e), "\\n")))
  svc_answer(0L, 0L, list(printed = paste(printed, collapse = "\\n")))
}
`

/** R as the service runs it, which runs exported scripts beside the methods. */
export function startScriptingR(): TestR {
  const sources = mkdtempSync(join(tmpdir(), 'svc-r-scripts-'))
  cpSync(ownFunctions, sources, { recursive: true })
  writeFileSync(join(sources, 'script.R'), runsScript)
  const r = startTestR({ sources: pathToFileURL(`${sources}/`) })
  const stop = async () => {
    await r.stop()
    rmSync(sources, { recursive: true })
  }
  return { ...r, stop }
}

/** What a script prints over the data. */
export async function printedByR(r: TestR, script: string, csv: string): Promise<string> {
  const options = { script, csv }
  const { result } = await r.run({ method: 'script', sources: ['script.R'], columns: {}, variables: {}, options })
  return String(result['printed'])
}

// The scripts of these cases do not depend on what R chose.
const noAnswer: RAnswer = { n: 0, excluded: 0, result: {}, assumptions: [], extra: {}, warnings: [] }

// One process for all scripts: each in a folder of its own, with `data.csv` there, and its output in `printed.txt`.
const runsAll = `import contextlib, os, sys, traceback, warnings
warnings.simplefilter("ignore")
for folder in sys.argv[1:]:
    os.chdir(folder)
    with open("printed.txt", "w") as out, contextlib.redirect_stdout(out):
        try: exec(compile(open("script.py").read(), "script.py", "exec"), {})
        except BaseException: traceback.print_exc(file=out)
`

/** What the methods' scripts in Python print, by the cases' names; null where Python or a module is not installed. */
export function runPythonScripts(cases: readonly MethodCase[]): Map<string, string> | null {
  if (spawnSync('python3', ['-c', 'import scipy, statsmodels']).status !== 0) return null
  const root = mkdtempSync(join(tmpdir(), 'svc-scripts-'))
  try {
    const folders = cases.map((one, index) => {
      const path = join(root, String(index))
      mkdirSync(path)
      const { method, request } = prepareCase(one)
      writeFileSync(join(path, 'script.py'), method.syntax(request, noAnswer).python)
      if (one.data !== '') copyFileSync(join(folder, `${one.data}.csv`), join(path, 'data.csv'))
      return path
    })
    writeFileSync(join(root, 'all.py'), runsAll)
    spawnSync('python3', [join(root, 'all.py'), ...folders])
    return new Map(cases.map((one, index) => [one.name, readFileSync(join(folders[index]!, 'printed.txt'), 'utf8')]))
  } finally {
    rmSync(root, { recursive: true })
  }
}
