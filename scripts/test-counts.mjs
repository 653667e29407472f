// Plain JavaScript for Node >= 18: prints the counts of a vitest JSON report, alone on the last line.
import { readFileSync } from 'node:fs'

const text = readFileSync(process.argv[2] ?? '', 'utf8')
if (text === '') {
  console.log('The run ended before it wrote its report.')
  console.log('0 passed, 1 failed')
} else {
  const { numPassedTests, numFailedTests, numPendingTests: skipped = 0, testResults } = JSON.parse(text)
  // A file that could not be loaded has no tests to count, and has failed.
  const broken = testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0).length
  if (skipped > 0) console.log(`${skipped} skipped`)
  console.log(`${numPassedTests} passed, ${numFailedTests + broken} failed`)
}
