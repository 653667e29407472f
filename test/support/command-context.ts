import type { Readable } from 'node:stream'
import type { JsonValue } from '@svc/plugin'
import type { CliEvent, CommandClient, CommandContext, CommandInput, CommandIo } from '@svc/plugin/contracts/cli'

/** A server as a test plays it: what it answers is not typed by its caller. */
export interface TestServer {
  request?(method: string, path: string, body?: JsonValue): Promise<unknown>
  upload?(): Promise<unknown>
  download?(): Promise<Readable>
  events?(method: string, path: string, body?: JsonValue): Promise<AsyncIterable<CliEvent> | null>
}

interface Given<Input extends CommandInput> {
  arguments: Input['arguments']
  options: Input['options']
  io?: Partial<CommandIo>
  server?: TestServer
  signal?: AbortSignal
}

/** A command's context with a silent terminal that nobody sits at and a server that answers null, but for what the test gives. */
export function testCommandContext<Input extends CommandInput>(given: Given<Input>): CommandContext<Input> {
  return {
    arguments: given.arguments,
    options: given.options,
    rest: [],
    signal: given.signal ?? new AbortController().signal,
    io: {
      cwd: '/',
      json: false,
      interactive: false,
      svc: 'svc',
      result: () => undefined,
      note: () => undefined,
      print: () => undefined,
      ask: async () => null,
      ...given.io,
    },
    client: clientOf(given.server ?? {}),
    home: {
      path: async () => '/',
      service: () => Promise.reject(new Error('no home here')),
      offline: () => Promise.reject(new Error('no home here')),
    },
  }
}

function clientOf(server: TestServer): CommandClient {
  return {
    request: async <Answer>(...call: [string, string, JsonValue?]) =>
      ((await server.request?.(...call)) ?? null) as Answer,
    upload: async <Answer>() => ((await server.upload?.()) ?? null) as Answer,
    download: () => server.download?.() ?? Promise.reject(new Error('no bytes here')),
    events: async (...call) => (await server.events?.(...call)) ?? null,
    at: async () => clientOf(server),
  }
}
