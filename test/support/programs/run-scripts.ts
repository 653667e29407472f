import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RAnswer } from '../../../plugins/stats/methods/stat-method.ts'
import type { MethodCase } from '../../../plugins/stats/reference/method-case.ts'
import { prepareCase } from '../../../plugins/stats/reference/prepared-case.ts'

const folder = fileURLToPath(new URL('../../../plugins/stats/reference', import.meta.url))

// The scripts of these cases do not depend on what R chose.
const noAnswer: RAnswer = { n: 0, excluded: 0, result: {}, assumptions: [], extra: {}, warnings: [] }

// One process for all scripts: each in a folder of its own, with `data.csv` there, and its output in `printed.txt`.
const runners = {
  r: {
    command: 'Rscript',
    file: 'script.R',
    all: `for (folder in commandArgs(TRUE)) {
  setwd(folder); sink("printed.txt")
  tryCatch(suppressWarnings(source("script.R", local = new.env(), print.eval = FALSE)), error = function(e) cat("failed:", conditionMessage(e), "\\n"))
  sink()
}`,
  },
  python: {
    command: 'python3',
    file: 'script.py',
    all: `import contextlib, os, sys, traceback, warnings
warnings.simplefilter("ignore")
for folder in sys.argv[1:]:
    os.chdir(folder)
    with open("printed.txt", "w") as out, contextlib.redirect_stdout(out):
        try: exec(compile(open("script.py").read(), "script.py", "exec"), {})
        except BaseException: traceback.print_exc(file=out)
`,
  },
}

/** What the methods' scripts print, by the cases' names; null where the language is not installed. */
export function runScripts(language: 'r' | 'python', cases: readonly MethodCase[]): Map<string, string> | null {
  const { command, file, all } = runners[language]
  const modules = language === 'python' ? ['-c', 'import scipy, statsmodels'] : ['--version']
  if (spawnSync(command, modules).status !== 0) return null
  const root = mkdtempSync(join(tmpdir(), 'svc-scripts-'))
  try {
    const folders = cases.map((one, index) => {
      const path = join(root, String(index))
      mkdirSync(path)
      const { method, request } = prepareCase(one)
      writeFileSync(join(path, file), method.syntax(request, noAnswer)[language])
      if (one.data !== '') copyFileSync(join(folder, `${one.data}.csv`), join(path, 'data.csv'))
      return path
    })
    writeFileSync(join(root, file), all)
    spawnSync(command, [join(root, file), ...folders])
    return new Map(cases.map((one, index) => [one.name, readFileSync(join(folders[index]!, 'printed.txt'), 'utf8')]))
  } finally {
    rmSync(root, { recursive: true })
  }
}
