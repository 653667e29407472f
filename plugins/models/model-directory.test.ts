import { describe, expect, it } from 'vitest'
import type { Clock, JsonSchema, Principal } from '@svc/plugin'
import type { ChatEvent, ChatRequest, ModelProvider, ModelUse } from '@svc/plugin/contracts/models'
import { recordingLog } from '../../test/support/recording-log.ts'
import { ModelDirectory } from './model-directory.ts'
import { OfflineProvider } from './offline/offline-provider.ts'

const principal: Principal = {
  user_id: 'usr_1',
  username: 'ada',
  role: 'user',
  workspace_id: 'ws_1',
  via: 'agent_app',
  scopes: ['*'],
}
const { signal } = new AbortController()
const clock: Clock = { now: () => 0, timestamp: () => '1970-01-01T00:00:00.000Z', sleep: async () => undefined }

class ScriptedProvider implements ModelProvider {
  readonly id: string
  readonly asked: ChatRequest[] = []
  readonly #models: string[]
  readonly #answers: (string | Error)[]

  constructor(id: string, models: string[], answers: (string | Error)[] = ['hello']) {
    this.id = id
    this.#models = models
    this.#answers = answers
  }

  async list() {
    return this.#models.map(id => ({ id, provider: this.id, offline: false }))
  }

  async *stream(request: ChatRequest & { model: string }): AsyncGenerator<ChatEvent> {
    this.asked.push(request)
    const answer = this.#answers.shift() ?? ''
    if (answer instanceof Error) throw answer
    yield { type: 'content', delta: answer }
    yield {
      type: 'done',
      finish_reason: 'stop',
      usage: { prompt_tokens: 10, completion_tokens: 5 },
      model: request.model,
    }
  }
}

function directory(
  connected: ModelProvider[] = [],
  defaultModel: string | null = null,
  log = recordingLog(),
  onUse: (use: ModelUse) => void = () => undefined,
) {
  return new ModelDirectory({
    offline: new OfflineProvider(),
    connected: () => connected,
    onUse,
    defaultModel,
    clock,
    log,
    signal,
  })
}

describe('choosing a model', () => {
  it('takes svc/offline when none is connected', async () => {
    expect(await directory().ask({ prompt: 'Hi', principal, signal })).toMatchObject({
      model: 'svc/offline',
      offline: true,
      value: null,
    })
  })

  it('takes the configured model, else the first that is listed', async () => {
    const provider = new ScriptedProvider('p', ['first', 'second'], ['a', 'b'])
    expect(await directory([provider], 'second').ask({ prompt: 'Hi', principal, signal })).toMatchObject({
      model: 'second',
      offline: false,
      text: 'a',
    })
    expect(await directory([provider]).ask({ prompt: 'Hi', principal, signal })).toMatchObject({ model: 'first' })
  })

  it('finds the provider that lists a model, or that is named before it', async () => {
    const one = new ScriptedProvider('one', ['shared', 'only-one'], ['from one'])
    const two = new ScriptedProvider('two', ['shared'], ['from two'])
    const models = directory([one, two])
    expect(await models.ask({ prompt: 'Hi', model: 'only-one', principal, signal })).toMatchObject({ text: 'from one' })
    expect(await models.ask({ prompt: 'Hi', model: 'two/shared', principal, signal })).toMatchObject({
      text: 'from two',
      model: 'shared',
    })
    expect((await models.list()).map(model => model.id)).toEqual([
      'one/shared',
      'only-one',
      'two/shared',
      'svc/offline',
    ])
  })

  it('says which model is unknown, and how to connect one', async () => {
    await expect(directory().ask({ prompt: 'Hi', model: 'gpt', principal, signal })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/"gpt".*SVC_MODEL_BASE_URL/),
    })
  })

  it('lists the others when one provider does not answer', async () => {
    const silent = new ScriptedProvider('silent', [])
    silent.list = async () => {
      throw new Error('no answer')
    }
    const log = recordingLog()
    expect((await directory([silent], null, log).list()).map(model => model.id)).toEqual(['svc/offline'])
    expect(log.entries).toMatchObject([{ level: 'warn', fields: { provider: 'silent', reason: 'no answer' } }])
  })
})

describe('what an answer used', () => {
  it('is told with who asked, each try of an answer by itself', async () => {
    const uses: ModelUse[] = []
    const provider = new ScriptedProvider('p', ['m'], ['no', '{}'])
    const models = directory([provider], null, recordingLog(), use => uses.push(use))
    await models.ask({ prompt: 'Hi', schema: { type: 'object' }, principal, signal })
    const use = { principal, model: 'm', usage: { prompt_tokens: 10, completion_tokens: 5 } }
    expect(uses).toEqual([use, use])
  })

  it('costs nobody the answer when it cannot be counted', async () => {
    const log = recordingLog()
    const models = directory([new ScriptedProvider('p', ['m'], ['hello'])], null, log, () => {
      throw new Error('no room')
    })
    expect(await models.ask({ prompt: 'Hi', principal, signal })).toMatchObject({ text: 'hello' })
    expect(log.entries).toMatchObject([{ level: 'warn', fields: { model: 'm' } }])
  })
})

describe('an answer that fits a schema', () => {
  const schema = {
    type: 'object',
    required: ['n'],
    properties: { n: { type: 'integer' } },
    additionalProperties: false,
  }
  const ask = (provider: ScriptedProvider, given: JsonSchema = schema) =>
    directory([provider]).ask({ prompt: 'Count', schema: given, principal, signal })

  it('is parsed, also out of a code fence', async () => {
    expect(await ask(new ScriptedProvider('p', ['m'], ['{"n": 3}']))).toMatchObject({
      value: { n: 3 },
      usage: { prompt_tokens: 10 },
    })
    expect(await ask(new ScriptedProvider('p', ['m'], ['```json\n{"n": 4}\n```']))).toMatchObject({ value: { n: 4 } })
  })

  it('is asked for once more when it does not fit, with the fault named, and both tries are counted', async () => {
    const provider = new ScriptedProvider('p', ['m'], ['{"n": "three"}', '{"n": 3}'])
    expect(await ask(provider)).toMatchObject({ value: { n: 3 }, usage: { prompt_tokens: 20, completion_tokens: 10 } })
    expect(provider.asked[1]?.messages.slice(-2)).toEqual([
      { role: 'assistant', content: '{"n": "three"}' },
      { role: 'user', content: expect.stringContaining('answer/n must be integer') },
    ])
  })

  it('is given up after the second try', async () => {
    const provider = new ScriptedProvider('p', ['m'], ['no', 'still no', '{"n": 3}'])
    await expect(ask(provider)).rejects.toMatchObject({ code: 'unprocessable', status: 422 })
    expect(provider.asked).toHaveLength(2)
  })

  it('is asked for without response_format where a server refuses that', async () => {
    const { ValidationError } = await import('@svc/plugin')
    const provider = new ScriptedProvider(
      'p',
      ['m'],
      [new ValidationError('response_format is not supported'), '{"n": 3}'],
    )
    expect(await ask(provider)).toMatchObject({ value: { n: 3 } })
    expect(provider.asked.map(request => request.response_schema !== undefined)).toEqual([true, false])
  })

  it('comes from svc/offline too, when the text has it', async () => {
    expect(await directory().ask({ prompt: 'Count.\n\nn: 12', schema, principal, signal })).toMatchObject({
      value: { n: 12 },
      offline: true,
    })
  })

  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `d${i}`,
      { anyOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
    ]),
  )
  it.each<[string, JsonSchema]>([
    ['refers to itself', { type: 'array', items: { $ref: '#' } }],
    ['doubles at each reference', { $ref: '#/$defs/d0', $defs: { ...doubling, d40: { type: 'string' } } }],
    ['refers to another host', { $ref: 'https://evil.test/schema.json' }],
    ['refers to nothing', { $ref: '#/$defs/none' }],
    ['moves what references start from', { properties: { a: { $id: 'https://x.test/', $ref: '#/$defs/b' } } }],
    [
      'refers to itself in another spelling',
      { $defs: { 'a b': { items: { $ref: '#/$defs/a%20b' } } }, $ref: '#/$defs/a%20b' },
    ],
    ['is very deep', Array.from({ length: 40 }).reduce<JsonSchema>(inner => ({ properties: { a: inner } }), {})],
    ['is very large', { enum: Array.from({ length: 20_000 }, (_, i) => `value ${i}`) }],
    ['is no schema', { type: 'lots' }],
    ['has a pattern that RE2 does not know', { type: 'string', pattern: '(a)\\1' }],
  ])('is refused when the schema %s', async (_what, bad) => {
    const provider = new ScriptedProvider('p', ['m'])
    await expect(ask(provider, bad)).rejects.toMatchObject({ code: 'validation_error', errors: [{ path: '/schema' }] })
    expect(provider.asked).toHaveLength(0)
  })

  it('is checked against each of several patterns', async () => {
    const two = {
      type: 'object',
      properties: { a: { type: 'string', pattern: '^a+$' }, b: { type: 'string', pattern: '^b+$' } },
    }
    expect(
      (await ask(new ScriptedProvider('p', ['m'], ['{"a": "b", "b": "b"}', '{"a": "a", "b": "b"}']), two)).value,
    ).toEqual({ a: 'a', b: 'b' })
  })

  it('is checked in linear time against a pattern made to hang', async () => {
    const provider = new ScriptedProvider('p', ['m'], [JSON.stringify(`${'a'.repeat(50_000)}!`), '"aaa"'])
    expect((await ask(provider, { type: 'string', pattern: '^(a+)+$' })).value).toBe('aaa')
  })

  it('is checked for equal items without comparing each with every other', async () => {
    const items = JSON.stringify(Array.from({ length: 40_000 }, (_, i) => ({ i })))
    expect(await ask(new ScriptedProvider('p', ['m'], [items]), { type: 'array', uniqueItems: true })).toMatchObject({
      offline: false,
    })
  })
})
