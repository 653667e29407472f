import { expect, it } from 'vitest'
import { readDefinition } from '../read-definition.ts'

const readable = (programs: readonly string[]) => Promise.resolve(programs.map(() => null))
const head = "document: {dsl: '1.0.3', namespace: default, name: test, version: 1.0.0}\n"

async function mistakes(text: string): Promise<string[]> {
  const { errors } = await readDefinition({ source: head + text }, readable)
  return errors.map(({ code, path, line, message }) => `${code} ${path} ${line} ${message}`)
}
const one = 'do: [{one: {set: {a: 1}}}]\n'
const tooLong = (path: string, line: number, days: number) =>
  `too_long ${path} ${line} A duration is at most a year, 366 days; this one is ${days} days.`

it('a wait is a year at most, however it is written', async () => {
  const wait = (text: string) => mistakes(`do: [{pause: {wait: ${text}}}]\n`)
  expect(await wait('{days: 366}')).toEqual([])
  expect(await wait('P366D')).toEqual([])
  expect(await wait('{days: 366, milliseconds: 1}')).toEqual([tooLong('/do/0/pause/wait', 2, 367)])
  expect(await wait('P53W')).toEqual([tooLong('/do/0/pause/wait', 2, 371)])
  expect(await wait('{days: 1e+300}')).toEqual([
    'too_long /do/0/pause/wait 2 A duration is at most a year, 366 days; this one is far longer.',
  ])
})

it('so is a timeout of a task, of a run and of use, and a schedule', async () => {
  expect(await mistakes(`timeout: {after: P366D}\n${one}`)).toEqual([])
  expect(await mistakes(`timeout: {after: P367D}\n${one}`)).toEqual([tooLong('/timeout/after', 2, 367)])
  expect(await mistakes(`use: {timeouts: {late: {after: P400D}}}\n${one}`)).toEqual([
    tooLong('/use/timeouts/late/after', 2, 400),
  ])
  expect(await mistakes('do: [{one: {timeout: {after: {days: 500}}, set: {a: 1}}}]\n')).toEqual([
    tooLong('/do/0/one/timeout/after', 2, 500),
  ])
  expect(await mistakes(`schedule: {every: P367D}\n${one}`)).toEqual([tooLong('/schedule/every', 2, 367)])
})

it('so is the time in which people may decide, unless an expression gives it', async () => {
  const ask = (expiry: string) =>
    mistakes(`do: [{ask: {call: approval, with: {title: Go on?, expires_in: ${expiry}}}}]\n`)
  expect(await ask('P366D')).toEqual([])
  expect(await ask("'${ .time }'")).toEqual([])
  expect(await ask('P367D')).toEqual([tooLong('/do/0/ask/with/expires_in', 2, 367)])
})

it('a duration that is none is the mistake of the schema alone', async () => {
  const found = await mistakes('do: [{pause: {wait: P1Y}}]\n')
  expect(found).toHaveLength(1)
  expect(found[0]).toContain('Write a duration as ISO 8601, such as PT15M')
})

it('a source has 256 KiB and not a byte more', async () => {
  const padded = (bytes: number) => mistakes(`${one}#${'x'.repeat(bytes - head.length - one.length - 1)}`)
  expect(await padded(256 * 1024)).toEqual([])
  expect(await padded(256 * 1024 + 1)).toEqual([expect.stringMatching(/^too_large .* at most 262144/)])
})

it('a policy retries a hundred times at most', async () => {
  const retry = (count: number) =>
    mistakes(`do: [{careful: {try: [{a: {set: {b: 1}}}], catch: {retry: {limit: {attempt: {count: ${count}}}}}}}]\n`)
  expect(await retry(100)).toEqual([])
  expect(await retry(101)).toEqual([expect.stringMatching(/^invalid \/do\/0\/careful\/catch\/retry.* 100/)])
})
