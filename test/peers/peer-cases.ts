import { existsSync, readFileSync } from 'node:fs'
import type { JsonValue } from '@svc/plugin'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { repositoryRoot } from '../support/repository.ts'

// They lie beside the checkout, or beside the folder of checkouts, and keep their own licences: nothing of them is copied here.
const folders = [
  process.env['SVC_TEST_PEERS'] ?? '',
  ...['..', '../..'].map(up => resolve(repositoryRoot, up, 'shared/data/peers')),
]

/** The text of one of the files with cases of peers' test suites; nothing where they are not on this machine. */
export function readPeerCases(file: string): string | undefined {
  const folder = folders.find(one => one !== '' && existsSync(join(one, file)))
  return folder && gunzipSync(readFileSync(join(folder, file))).toString('utf8')
}

/** For the name of a suite that is skipped. */
export const whereNot = 'skipped where ../shared/data/peers or SVC_TEST_PEERS has no cases'

/** A scenario of the conformance kit of the Serverless Workflow DSL. */
export interface ConformanceCase {
  feature: string
  name: string
  definition: string
  inputs: JsonValue
  then: { says: string; value?: JsonValue }[]
}

/** Its scenarios; undefined where they are not on this machine. They lie beside the cases of the peers. */
export function readConformanceCases(): ConformanceCase[] | undefined {
  const file = folders
    .filter(folder => folder !== '')
    .map(folder => resolve(folder, '../ctk/cases.json'))
    .find(existsSync)
  return file === undefined ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as ConformanceCase[])
}
