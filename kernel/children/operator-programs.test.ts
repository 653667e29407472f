import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { UnavailableError } from '@svc/plugin'
import { createOperatorPrograms } from './index.ts'

let stop = new AbortController()
afterEach(() => {
  stop.abort()
  stop = new AbortController()
})

const start = (code: string, env: Record<string, string> = {}) =>
  createOperatorPrograms(stop.signal).start({ command: process.execPath, args: ['-e', code], env, cwd: '/' })

describe("the operator's programs", () => {
  it('get what they are given and nothing of our environment', async () => {
    process.env['SVC_TEST_SECRET'] = 'secret'
    const program = await start('console.log(JSON.stringify([process.env, process.cwd()]))', { GIVEN: 'yes' })
    const said: unknown = JSON.parse(await text(program.stdout))
    delete process.env['SVC_TEST_SECRET']
    expect(said).toEqual([{ PATH: process.env['PATH'], GIVEN: 'yes' }, '/'])
    expect(await program.exited).toEqual({ code: 0, signal: null, killed: null, lastWords: '' })
  })

  it('are spoken to over their pipes, and say how they ended', async () => {
    const program = await start('process.stdin.on("data", line => { console.error("got " + line); process.exit(3) })')
    program.stdin.write('hello')
    expect(await program.exited).toEqual({ code: 3, signal: null, killed: null, lastWords: 'got hello\n' })
  })

  it('end with all that they started when the server stops', async () => {
    const wait = 'setInterval(() => {}, 1000)'
    const child = `require('node:child_process').spawn(process.execPath, ['-e', 'console.log(1); ${wait}'], { stdio: 'inherit' })`
    const program = await start(`${child}; ${wait}`)
    await once(program.stdout, 'data')
    // The pipe ends when the last that holds it is gone.
    const ended = once(program.stdout.resume(), 'end')
    stop.abort()
    expect(await program.exited).toMatchObject({ signal: 'SIGKILL', killed: 'stop' })
    await ended
    await expect(start('1')).rejects.toThrow('The server is stopping.')
  })

  it('that cannot be started are unavailable', async () => {
    const programs = createOperatorPrograms(stop.signal)
    const failed = programs.start({ command: '/nowhere/program', args: [], env: {}, cwd: '/' })
    await expect(failed).rejects.toBeInstanceOf(UnavailableError)
    await expect(failed).rejects.toThrow('The program /nowhere/program could not be started')
  })
})
