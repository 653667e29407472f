import { expect, test } from 'vitest'
import { parseFlags } from './parse-flags.ts'

test('settings are flags: with a value behind a space or an equals sign, or true without one', () => {
  expect(parseFlags(['--port', '8421', '--plugins.models.name=a=b', '--metrics-enabled', '--host', '::1'])).toEqual({
    flags: { port: '8421', 'plugins.models.name': 'a=b', 'metrics-enabled': 'true', host: '::1' },
    help: false,
    verbose: false,
    faults: [],
  })
})

test('--verbose is no setting, and takes no value', () => {
  expect(parseFlags(['--verbose', '--port', '0'])).toEqual({
    flags: { port: '0' },
    help: false,
    verbose: true,
    faults: [],
  })
  expect(parseFlags(['--verbose=no']).faults).toEqual(['--verbose takes no value.'])
})

test('a flag at the end or before another one means true, and a negative number is a value', () => {
  expect(parseFlags(['--a', '--b', '-1', '--c']).flags).toEqual({ a: 'true', b: '-1', c: 'true' })
})

test('what is no setting is refused, all at once', () => {
  expect(parseFlags(['start', '-p', '--port', '1', '--port', '2']).faults).toEqual([
    '"start" is not expected here; settings are given as --name value.',
    'There are no short flags like -p; settings are given as --name value.',
    '--port is given twice.',
  ])
})

test('help is help wherever it stands', () => {
  expect([parseFlags(['--port', '1', '--help']).help, parseFlags(['-h']).help]).toEqual([true, true])
})

test('a flag may be named like a member of every object', () => {
  expect(parseFlags(['--toString', 'x', '--__proto__', 'y'])).toMatchObject({ faults: [] })
})
