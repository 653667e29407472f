import { describe, expect, it } from 'vitest'
import type { Principal } from '@svc/plugin'
import { recordingLog } from '../../test/support/recording-log.ts'
import { openCatalog, principal, ScriptedProvider, signal, useTestLedger } from '../../test/rooms/plugins/catalog.ts'
import type { Given } from '../../test/rooms/plugins/catalog.ts'

useTestLedger()

describe('choosing a model', () => {
  it('takes svc/offline when none is connected', async () => {
    expect(await openCatalog().ask({ prompt: 'Hi', principal, signal })).toMatchObject({
      model: 'svc/offline',
      offline: true,
      value: null,
    })
  })

  it('takes the configured model, else the first that is listed', async () => {
    const provider = new ScriptedProvider('p', ['first', 'second'], ['a', 'b'])
    expect(
      await openCatalog([provider], { defaultModel: 'second' }).ask({ prompt: 'Hi', principal, signal }),
    ).toMatchObject({
      model: 'second',
      offline: false,
      text: 'a',
    })
    expect(await openCatalog([provider]).ask({ prompt: 'Hi', principal, signal })).toMatchObject({ model: 'first' })
  })

  it('finds the provider that lists a model, or that is named before it', async () => {
    const one = new ScriptedProvider('one', ['shared', 'only-one'], ['from one'])
    const two = new ScriptedProvider('two', ['shared'], ['from two'])
    const models = openCatalog([one, two])
    expect(await models.ask({ prompt: 'Hi', model: 'only-one', principal, signal })).toMatchObject({ text: 'from one' })
    expect(await models.ask({ prompt: 'Hi', model: 'two/shared', principal, signal })).toMatchObject({
      text: 'from two',
      model: 'two/shared',
    })
    expect((await models.list()).map(model => model.id)).toEqual([
      'one/shared',
      'only-one',
      'two/shared',
      'svc/offline',
    ])
  })

  it('says which model is unknown, and how to connect one', async () => {
    await expect(openCatalog().ask({ prompt: 'Hi', model: 'gpt', principal, signal })).rejects.toMatchObject({
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
    expect((await openCatalog([silent], { log }).list()).map(model => model.id)).toEqual(['svc/offline'])
    expect(log.entries).toMatchObject([{ level: 'warn', fields: { provider: 'silent', reason: 'no answer' } }])
  })
})

describe('the ids of models', () => {
  it('are the providers’ own, with the provider before those that clash or mean something else', async () => {
    const one = new ScriptedProvider('one', ['m', 'agent', 'app:notes', 'svc/offline', 'two/m2', 'lib/x'])
    const two = new ScriptedProvider('two', ['m', 'm2'])
    const shown = (await openCatalog([one, two]).list()).map(({ id }) => id)
    expect(shown).toEqual([
      'one/m',
      'one/agent',
      'one/app:notes',
      'one/svc/offline',
      'one/two/m2',
      'lib/x',
      'two/m',
      'm2',
      'svc/offline',
    ])
  })

  it('lead back to the model they were shown for, each of them', async () => {
    const one = new ScriptedProvider('one', ['m', 'agent', 'two/m2', 'svc/offline', 'one/m'])
    const two = new ScriptedProvider('two', ['m', 'm2'])
    const catalog = openCatalog([one, two])
    const ids = (await catalog.list()).map(({ id }) => id)
    const resolved = await Promise.all(ids.map(id => catalog.resolve(principal, id)))
    expect(resolved.map(({ id, provider }) => [id, provider])).toEqual(
      (await catalog.list()).map(({ id, provider }) => [id, provider]),
    )
    expect(new Set(resolved.map(({ provider, provider_model }) => `${provider} ${provider_model}`)).size).toBe(
      ids.length,
    )
  })

  it.each(['agent', 'app:notes'])('are never %s, even of a single provider that takes every id', async id => {
    await expect(openCatalog([new ScriptedProvider('p', [id])]).resolve(principal, id)).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('are found at once among ten thousand', async () => {
    const ids = Array.from({ length: 10_000 }, (_, place) => `model-${place}`)
    const catalog = openCatalog([new ScriptedProvider('p', ids), new ScriptedProvider('q', ids)])
    expect(await catalog.resolve(principal, 'model-9999')).toMatchObject({ id: 'p/model-9999', provider: 'p' })
    expect(await catalog.resolve(principal, 'q/model-9999')).toMatchObject({ id: 'q/model-9999', provider: 'q' })
    expect(await catalog.list()).toHaveLength(20_001)
  })

  it('that nobody lists are an upstream error while a provider cannot be asked, with the reason', async () => {
    const silent = new ScriptedProvider('silent', [])
    silent.list = async () => {
      throw new Error('connection refused')
    }
    const catalog = openCatalog([new ScriptedProvider('p', ['m']), silent])
    await expect(catalog.resolve(principal, 'x')).rejects.toMatchObject({
      code: 'upstream_error',
      message: expect.stringContaining('silent: connection refused'),
    })
    expect(await catalog.resolve(principal, 'm')).toMatchObject({ provider: 'p' })
  })
})

describe('the model that is asked by default', () => {
  const two = () => [new ScriptedProvider('p', ['text-embedding-3', 'first', 'second'])]
  it.each<[string, Given, string]>([
    ['the workspace’s', { workspaceDefault: 'second', defaultModel: 'first' }, 'second'],
    ['the configured one', { defaultModel: 'second' }, 'second'],
    ['the first that can talk', {}, 'first'],
    ['svc/offline when the workspace chose it', { workspaceDefault: 'svc/offline' }, 'svc/offline'],
  ])('is %s', async (_which, given, id) => {
    expect(await openCatalog(two(), given).resolve(principal)).toMatchObject({ id })
  })

  it('that is gone says where another is chosen', async () => {
    const two = [new ScriptedProvider('p', ['a']), new ScriptedProvider('q', ['b'])]
    await expect(openCatalog(two, { workspaceDefault: 'gone' }).resolve(principal)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/"gone".*PUT \/api\/models\/settings/),
    })
  })

  it('is one that the key may ask', async () => {
    const limited = { ...principal, key_id: 'key_1', key_limits: { models: ['second'] } }
    expect(await openCatalog(two(), { defaultModel: 'first' }).resolve(limited)).toMatchObject({ id: 'second' })
  })
})

describe('a key that may ask some models', () => {
  const keyWith = (models: string[]): Principal => ({ ...principal, key_id: 'key_1', key_limits: { models } })
  const providers = () => [new ScriptedProvider('one', ['shared', 'a']), new ScriptedProvider('two', ['shared', 'b'])]

  it('sees those alone', async () => {
    const shown = await openCatalog(providers()).list(keyWith(['two/shared', 'a', 'gone']))
    expect(shown.map(({ id }) => id)).toEqual(['a', 'two/shared'])
  })

  it.each(['one/shared', 'shared', 'b', 'svc/offline'])('is refused %s, and nobody is asked', async model => {
    const connected = providers()
    const asking = openCatalog(connected).ask({ prompt: 'Hi', model, principal: keyWith(['two/shared', 'a']), signal })
    await expect(asking).rejects.toMatchObject({
      code: 'model_not_allowed',
      status: 403,
      message: expect.stringContaining('two/shared, a'),
    })
    expect(connected.flatMap(({ asked }) => asked)).toEqual([])
  })

  it('may ask none when it names none', async () => {
    const catalog = openCatalog(providers())
    await expect(catalog.resolve(keyWith([]))).rejects.toMatchObject({ code: 'model_not_allowed' })
    expect(await catalog.list(keyWith([]))).toEqual([])
  })
})
