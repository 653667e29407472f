import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../support/servers/fake-model-server.ts'
import { startFakeWebHost } from '../support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../support/servers/fake-web-host.ts'
import { repositoryRoot } from '../support/repository.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

const page = `<!doctype html><title>Tides</title><nav>Home</nav><script>alert('<p>no</p>')</script>
<p>Tides are the rise and fall of sea levels, caused by the Moon and the Sun.</p><p>Harbours publish tables of their tides every year.</p>`
const manifests = join(repositoryRoot, 'manifests')
let web: FakeWebHost
let model: FakeModelServer
let kernel: TestKernel

const run = (app: string, inputs: object) =>
  kernel.request('POST', `/api/agent-apps/${app}/run`, { body: { inputs } as never })

beforeAll(async () => {
  web = await startFakeWebHost((request, response) => {
    response.writeHead(request.url === '/gone' ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page)
  })
  model = await startFakeModelServer()
  kernel = await startTestKernel({
    manifests,
    env: { SVC_EGRESS_ALLOW: web.key, SVC_MODEL_BASE_URL: model.baseUrl, SVC_MODEL_NAME: 'fake-model' },
  })
})

afterAll(async () => {
  await kernel?.stop()
  await model?.close()
  await web?.close()
})

describe('page-brief with a model', () => {
  test('asks it with the text of the page, and accounts for its tokens', async () => {
    model.script({ text: 'The Moon makes the tides.', usage: { prompt_tokens: 70, completion_tokens: 6 } })
    const { status, body } = await run('page-brief', { url: `${web.url}/tides` })
    expect({ status, output: body.output }).toEqual({
      status: 200,
      output: {
        url: `${web.url}/tides`,
        title: 'Tides',
        words: 24,
        brief: 'The Moon makes the tides.',
        by: 'agent',
        model: 'fake-model',
      },
    })
    expect(body.usage).toMatchObject({ agent_calls: 1, tool_calls: 1, prompt_tokens: 70, completion_tokens: 6 })
    const asked = JSON.stringify(model.requests.at(-1)?.body)
    expect(asked).toContain('Tides are the rise and fall of sea levels')
    expect(asked).not.toContain('alert')
  })

  test('falls back to the page’s own sentences when the model fails', async () => {
    model.script({ status: 400, body: '{"error": {"message": "no"}}' })
    const { body } = await run('page-brief', { url: `${web.url}/tides`, sentences: 1 })
    expect(body.output).toMatchObject({
      by: 'extraction',
      model: null,
      brief: expect.stringMatching(/^(Tides are|Harbours publish)/),
    })
    expect(body.logs.at(-1)).toMatchObject({
      level: 'warn',
      message: expect.stringContaining('The model did not answer'),
    })
  })

  test('fails with the status of a page that is not there', async () => {
    const { status, body } = await run('page-brief', { url: `${web.url}/gone` })
    expect({ status, message: body.error.message }).toEqual({ status: 422, message: `${web.url}/gone answered 404.` })
  })
})

describe('the usage of a developer key', () => {
  const usageBy = async (group: string): Promise<Record<string, unknown>[]> =>
    (await kernel.request('GET', `/api/developer/usage?group_by=${group}`)).body.items

  test('has the tokens of the models its apps asked, by key and by model', async () => {
    const key = await kernel.request('POST', '/api/developer/keys', { body: { name: 'metered' } })
    const headers = { authorization: `Bearer ${key.body.key}` }
    const before = (await usageBy('model')).find(row => row['model'] === 'fake-model')
    model.script({ text: 'The Moon.', usage: { prompt_tokens: 70, completion_tokens: 6 } })
    const body = { inputs: { url: `${web.url}/tides` } }
    for (let run = 0; run < 2; run += 1) {
      const { status } = await kernel.request('POST', '/api/agent-apps/page-brief/run', { as: 'none', headers, body })
      expect(status).toBe(200)
    }
    const ofKey = (await usageBy('key')).find(row => row['key_id'] === key.body.id)
    expect(ofKey).toMatchObject({ requests: 2, errors: 0, prompt_tokens: 140, completion_tokens: 12 })
    const ofModel = (await usageBy('model')).find(row => row['model'] === 'fake-model')
    expect(ofModel).toMatchObject({
      prompt_tokens: Number(before?.['prompt_tokens'] ?? 0) + 140,
      completion_tokens: Number(before?.['completion_tokens'] ?? 0) + 12,
    })
  })
})

describe('report-card with a model', () => {
  const inputs = { pupil: 'Mia', subject: 'Mathematics', notes: 'Explains clearly.' }

  test('answers what fits its outputs', async () => {
    const report = { summary: 'Mia explains clearly.', strengths: ['explains'], next_steps: [] }
    model.script({ text: JSON.stringify(report) })
    const { status, body } = await run('report-card', inputs)
    expect({ status, output: body.output, logs: body.logs }).toEqual({ status: 200, output: report, logs: [] })
  })

  test('fails when the answer does not fit, asked twice', async () => {
    model.script({ text: '{"summary": 1}' })
    const before = model.requests.length
    const { status, body } = await run('report-card', inputs)
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'unprocessable' })
    expect(body.run_id).toMatch(/^run_/)
    expect(model.requests.length - before).toBe(2)
  })

  test('is a 502 when the provider is down, with the run recorded', async () => {
    model.script({ status: 500, body: 'oh' })
    const { status, body } = await run('report-card', inputs)
    expect({ status, code: body.code }).toEqual({ status: 502, code: 'upstream_error' })
    const stored = await kernel.request('GET', `/api/agent-apps/runs/${body.run_id}`)
    expect(stored.body).toMatchObject({ status: 'failed', error: { code: 'upstream_error' } })
  })
})
