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

interface Test {
  fullName: string
  status: 'passed' | 'failed' | 'pending'
}

const test = (fullName: string, status: Test['status'] = 'passed'): Test => ({ fullName, status })
const file = (name: string, ...tests: Test[]) => ({
  name,
  status: tests.length === 0 || tests.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
  assertionResults: tests,
})
const report = (...testResults: ReturnType<typeof file>[]) => JSON.stringify({ testResults })

function said(reports: string[], ...options: string[]): string[] {
  const paths = reports.map((text, place) => {
    const path = join(folder, `${place}.json`)
    writeFileSync(path, text)
    return path
  })
  const words = execFileSync(process.execPath, [script, ...options, ...paths], { encoding: 'utf8' }).trim()
  return words === '' ? [] : words.split('\n')
}

it('prints the counts alone on the last line', () => {
  const all = report(file('a', test('one'), test('two', 'failed')), file('b', test('three'), test('four', 'pending')))
  expect(said([all])).toEqual(['1 skipped', '2 passed, 1 failed'])
})

it('counts a file that could not be loaded as failed', () => {
  expect(said([report(file('a', test('one')), file('b'))])).toEqual(['1 passed, 1 failed'])
})

it('does not take a run that wrote no report for a good one', () => {
  const words = ['The run ended before it wrote its report.', '0 passed, 1 failed']
  expect(said([''])).toEqual(words)
  expect(said([])).toEqual(words)
  expect(said([report(file('a', test('one', 'failed'))), ''])).toEqual(words)
})

it('names what failed at first, and counts what a second run of its file gave', () => {
  const all = report(file('a', test('one', 'failed'), test('two')), file('b', test('three')))
  const name = 'Failed at first, run a second time: a: one'
  expect(said([all, report(file('a', test('one'), test('two')))])).toEqual([name, '3 passed, 0 failed'])
  expect(said([all, report(file('a', test('one', 'failed'), test('two')))])).toEqual([name, '2 passed, 1 failed'])
})

it('has a few failed files run a second time, and none where many failed', () => {
  const failed = ['a', 'b', 'c', 'd', 'e'].map(name => file(name, test('one', 'failed')))
  expect(said([report(...failed, file('f', test('two')))], '--failed')).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(said([report(...failed, file('f', test('two', 'failed')))], '--failed')).toEqual([])
  expect(said([''], '--failed')).toEqual([])
})
