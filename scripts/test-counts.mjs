// Plain JavaScript for Node >= 18, of vitest's JSON reports, the run of all tests first and then a second run of the files that failed in it.
// Prints the counts, alone on the last line; with --failed before the reports, the files to run a second time, one a line.
import { existsSync, readFileSync } from 'node:fs'

/** More failures than this are no accident, and a second run would only hide that for a while. */
const mostFilesAgain = 5

const [option, ...rest] = process.argv.slice(2)
const paths = option === '--failed' ? rest : [option ?? '', ...rest]
const texts = paths.filter(path => existsSync(path)).map(path => readFileSync(path, 'utf8'))
const reports = texts.map(text => (text === '' ? null : JSON.parse(text)))

const failedFiles = report => report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)

if (option === '--failed') {
  const files = reports[0] ? failedFiles(reports[0]) : []
  if (files.length <= mostFilesAgain) for (const file of files) console.log(file)
} else if (reports.length === 0 || reports.includes(null)) {
  console.log('The run ended before it wrote its report.')
  console.log('0 passed, 1 failed')
} else {
  const [first, second] = reports
  const again = new Map((second?.testResults ?? []).map(file => [file.name, file]))
  let passed = 0
  let failed = 0
  let skipped = 0
  for (const file of first.testResults) {
    const counted = again.get(file.name) ?? file
    const tests = counted.assertionResults
    passed += tests.filter(({ status }) => status === 'passed').length
    failed += tests.filter(({ status }) => status === 'failed').length
    skipped += tests.filter(({ status }) => status !== 'passed' && status !== 'failed').length
    // A file that could not be loaded has no tests to count, and has failed.
    if (counted.status === 'failed' && tests.length === 0) failed += 1
    if (counted === file) continue
    for (const { fullName, status } of file.assertionResults)
      if (status === 'failed') console.log(`Failed at first, run a second time: ${file.name}: ${fullName}`)
  }
  if (skipped > 0) console.log(`${skipped} skipped`)
  console.log(`${passed} passed, ${failed} failed`)
}
