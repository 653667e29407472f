import { expect, it } from 'vitest'
import { workerFlags } from './worker-flags.ts'

const none = { queues: null, concurrency: 4, json: false, help: false, settings: {}, faults: [] }

it.each([
  [[], none],
  [
    ['--queues', 'email,default,email', '--concurrency', '8', '--json'],
    { ...none, queues: ['email', 'default'], concurrency: 8, json: true },
  ],
  [
    ['--json', '--home', './data', '--log-level=warn'],
    { ...none, json: true, settings: { home: './data', 'log-level': 'warn' } },
  ],
  [['--help'], { ...none, help: true }],
  [['-h'], { ...none, help: true }],
])('takes %j', (args, flags) => {
  expect(workerFlags(args)).toEqual(flags)
})

it.each([
  [['--concurrency', '0'], '--concurrency: "0" must be a whole number from 1 to 1000.'],
  [['--concurrency', 'many'], '--concurrency: "many" must be a whole number from 1 to 1000.'],
  [['--concurrency'], '--concurrency: "true" must be a whole number from 1 to 1000.'],
  [['--queues', 'a,,b'], '--queues: "" is no name of a queue. Write them like --queues email,default.'],
  [['--queues', 'no spaces'], '--queues: "no spaces" is no name of a queue. Write them like --queues email,default.'],
  [['--json', '--json'], '--json is given twice.'],
  [['now'], '"now" is not expected here; settings are given as --name value.'],
])('refuses %j in words', (args, fault) => {
  expect(workerFlags(args).faults).toEqual([fault])
})
