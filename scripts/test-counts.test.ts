import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'

const script = fileURLToPath(new URL('./test-counts.mjs', import.meta.url))
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-counts-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

function countsOf(report: string): string[] {
  const file = join(folder, 'report.json')
  writeFileSync(file, report)
  return execFileSync(process.execPath, [script, file], { encoding: 'utf8' }).trim().split('\n')
}

it('prints the counts alone on the last line', () => {
  const report = { numPassedTests: 1410, numFailedTests: 2, numPendingTests: 1, testResults: [] }
  expect(countsOf(JSON.stringify(report))).toEqual(['1 skipped', '1410 passed, 2 failed'])
})

it('counts a file that could not be loaded as failed', () => {
  const report = { numPassedTests: 3, numFailedTests: 0, testResults: [{ status: 'failed', assertionResults: [] }] }
  expect(countsOf(JSON.stringify(report))).toEqual(['3 passed, 1 failed'])
})

it('does not take a run that wrote no report for a good one', () => {
  expect(countsOf('')).toEqual(['The run ended before it wrote its report.', '0 passed, 1 failed'])
})
