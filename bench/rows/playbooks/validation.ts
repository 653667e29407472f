import { validate } from '@serverlessworkflow/sdk'
import { parse, stringify } from 'yaml'
import { readDefinition } from '../../../plugins/playbooks/definitions/read-definition.ts'
import { medianMs } from '../../support/load.ts'
import { atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { taskList } from './bench-runs.ts'

const path = 'playbook, a file of 500 tasks'

/** Reading and checking a file in YAML with its places, its programs apart, beside reading it and ajv on the standard's schema. */
export async function playbookValidation(): Promise<Row[]> {
  const document = { dsl: '1.0.3', namespace: 'default', name: 'bench', version: '1.0.0' }
  const tasks = taskList(500, index =>
    index % 2 === 0
      ? { set: { n: index, was: '${ .n }' } }
      : { call: 'http', with: { method: 'get', endpoint: 'https://example.com/{n}' } },
  )
  const definition = { document, do: tasks }
  const mistaken = {
    document,
    do: tasks.map((entry, index) => (index % 100 === 1 ? { [`t${index}`]: { cal: 'http' } } : entry)),
  }
  const [file, wrong] = [stringify(definition), stringify(mistaken)]
  const ours = (source: string) => readDefinition({ source }, programs => Promise.resolve(programs.map(() => null)))
  const standard = (source: string) => validate('Workflow', parse(source))
  await medianMs(3, () => ours(file))
  await medianMs(3, () => standard(file))
  const found = (await ours(wrong)).errors.length
  const of = (measure: string, value: number, unit: string, name: string, beside: number) => {
    return { path, measure, ours: value, unit, beside: { name, value: beside } }
  }
  const own = await medianMs(15, () => ours(file))
  const theirs = await medianMs(15, () => standard(file))
  return [
    atMost(of('checked', own, 'ms', 'read, and ajv on the schema of the standard', theirs), 2),
    atMost(of('errors for mistyped tasks', found, 'errors', 'mistakes', 5), 1),
  ]
}
