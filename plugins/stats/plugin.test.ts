import { parse } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { JsonObject } from '@svc/plugin'
import type { TestRequest } from '../../test/rooms/kernel.ts'
import type { Analysis } from './analyses/analysis.ts'
import { exportOf, referenceData, sendForm, startTestStats } from '../../test/rooms/plugins/stats.ts'
import type { TestStats } from '../../test/rooms/plugins/stats.ts'

type Problem = { status: number; code: string; detail: string }
type Node = DefaultTreeAdapterTypes.Node

let test: TestStats
beforeAll(async () => {
  test = await startTestStats()
  await imported({ name: 'cars', format: 'csv', content: referenceData('mtcars') })
})
afterAll(() => test?.svc.stop())

const send = (method: string, path: string, body?: JsonObject, request: TestRequest = {}) =>
  test.svc.request(method, `/api/stats/${path}`, { ...request, ...(body && { body }) })
const imported = async (body: JsonObject) => {
  const answer = await send('POST', 'import', body)
  expect(answer.status).toBe(201)
  return answer.body
}
const analyzed = async (body: JsonObject): Promise<Analysis> => {
  const answer = await send('POST', 'analyze', body)
  expect(answer.body).toMatchObject({ method: body['method'] })
  return answer.body
}
const tTest = { method: 't_test_independent', dataset_id: 'cars', variables: { dependent: 'mpg', group: 'am' } }

describe('an analysis', () => {
  it('is computed from the dataset, kept, listed page by page and deleted', async () => {
    const first = await analyzed(tTest)
    expect(first).toMatchObject({
      analysis_id: expect.stringMatching(/^ana_/) as string,
      dataset_id: expect.stringMatching(/^ds_/) as string,
      version: 1,
      dataset: 'cars',
      n: 32,
      excluded: 0,
      options: { equal_variances: false, mu: 0, alternative: 'two_sided', conf_level: 0.95 },
      filter: null,
      engine: { name: 'R' },
      warnings: [],
      created_by: { username: 'owner' },
    })
    // R 4.2.2: t.test(mpg ~ am, mtcars)
    const { statistic, df, p_value, estimate } = first.result as Record<string, number>
    for (const [value, expected] of [
      [statistic, -3.767123145145],
      [df, 18.3322516384],
      [p_value, 0.001373638333],
      [estimate, -7.244939271255],
    ] as const)
      expect(value).toBeCloseTo(expected, 9)
    expect(first.syntax.r).toContain(`# data.csv is ${first.dataset_id}@1 (cars)`)
    expect((await send('GET', `analyses/${first.analysis_id}`)).body).toEqual(first)

    const second = await analyzed({ ...tTest, dataset_id: `${first.dataset_id}@1`, filter: 'cyl < 8' })
    const page = (await send('GET', `analyses?limit=1&method=t_test_independent&dataset_id=${first.dataset_id}`)).body
    const next = (await send('GET', `analyses?limit=1&cursor=${page.next_cursor}`)).body
    expect([second.n, page.items[0].analysis_id, next.items[0].analysis_id]).toEqual([
      18,
      second.analysis_id,
      first.analysis_id,
    ])
    expect(page.items[0]).not.toHaveProperty('tables')
    const deleted = await send('DELETE', `analyses/${first.analysis_id}`)
    expect([deleted.status, (await send('GET', `analyses/${first.analysis_id}`)).status]).toEqual([204, 404])
  })

  it('is made in the background too, and told as an event', async () => {
    const { status, body } = await send('POST', 'analyze', { ...tTest, mode: 'job' })
    const job = await vi.waitFor(
      async () => {
        const { body: found } = await test.svc.request('GET', `/api/jobs/${body.job_id}`)
        expect(found.state).toBe('succeeded')
        return found
      },
      { timeout: 20_000, interval: 50 },
    )
    const made = await send('GET', `analyses/${job.result.analysis_id}`)
    expect([status, made.body.method, made.body.created_by.username]).toEqual([202, 't_test_independent', 'owner'])
    const abort = new AbortController()
    const events = await fetch(`${test.svc.url}/api/events?types=analysis.*`, {
      headers: { authorization: `Bearer ${test.svc.key}` },
      signal: abort.signal,
    })
    const another = await analyzed(tTest)
    let received = ''
    for await (const chunk of events.body ?? []) {
      received += Buffer.from(chunk).toString()
      if (received.includes(another.analysis_id)) break
    }
    abort.abort()
    expect(received).toContain('event: analysis.completed')
  })

  it('is refused with what, where and what to do', async () => {
    const cases: [JsonObject, number, string][] = [
      [{ ...tTest, method: 't_test' }, 400, 'method is no method; did you mean'],
      [
        { ...tTest, options: { equal_variance: true } },
        400,
        'options.equal_variance is not a known field; did you mean "equal_variances"?',
      ],
      [{ ...tTest, options: { mu: 'x' } }, 400, 'options.mu must be a number'],
      [{ ...tTest, variables: { dependent: 'mpg' } }, 400, 'variables.group is required'],
      [
        { ...tTest, variables: { dependent: 'mgp', group: 'am' } },
        400,
        'variables.dependent names the column "mgp", which there is not; did you mean "mpg"?',
      ],
      [
        { ...tTest, variables: { dependent: 'mpg', group: 'mpg' } },
        400,
        'variables.group names "mpg", which is the dependent already',
      ],
      [
        { method: 'power', dataset_id: 'cars', options: { test: 't_test_independent', effect: 0.5, n: 20 } },
        400,
        'dataset_id has no place here: power takes no data',
      ],
      [{ method: tTest.method, variables: tTest.variables }, 400, 'dataset_id is required'],
      [{ ...tTest, dataset_id: 'carts' }, 404, 'no such dataset'],
      [{ ...tTest, dataset_id: 'cars@7' }, 404, 'the latest is 1'],
      [
        { ...tTest, variables: { dependent: 'model', group: 'am' } },
        422,
        '"model" cannot be the dependent: it holds text, where numbers are needed.',
      ],
      [{ ...tTest, variables: { dependent: 'mpg', group: 'cyl' } }, 422, 'cyl'],
      [{ ...tTest, filter: 'mpg > 1000' }, 422, 'The filter leaves no row.'],
      [{ ...tTest, filter: 'mpgg > 1' }, 422, 'mpgg'],
      [{ ...tTest, filter: "1 = 1) UNION SELECT 1 FROM read_csv('/etc/passwd'" }, 422, ''],
    ]
    for (const [body, status, detail] of cases) {
      const answer = await send('POST', 'analyze', body)
      expect([answer.status, (answer.body as Problem).detail]).toEqual([status, expect.stringContaining(detail)])
    }
    const asJob = await send('POST', 'analyze', { ...tTest, mode: 'job', variables: { dependent: 'mpg' } })
    expect(asJob.status).toBe(400)
  })
})

describe('an import', () => {
  it('takes a form whose fields come after the file, and says what it doubts', async () => {
    const file = new File(['len,dose,ok\n4.2,1,true\n11.5,1,false\n-99,2,true\n9,2,true\n7,2,false\n'], 'teeth.csv')
    const variables = [{ name: 'len', measure: 'continuous', missing_values: [-99], label: 'Length' }]
    const answer = await sendForm(test.svc, [
      ['file', file],
      ['variables', JSON.stringify(variables)],
    ])
    expect(answer).toMatchObject({ status: 201, body: { name: 'teeth', table: 'teeth', version: 1, rows: 5 } })
    expect(answer.body['variables']).toEqual([
      {
        name: 'len',
        type: 'DOUBLE',
        measure: 'continuous',
        levels: null,
        missing_values: [-99],
        label: 'Length',
        source: 'given',
      },
      {
        name: 'dose',
        type: 'BIGINT',
        measure: 'continuous',
        levels: null,
        missing_values: [],
        label: null,
        source: 'inferred',
      },
      {
        name: 'ok',
        type: 'BOOLEAN',
        measure: 'nominal',
        levels: null,
        missing_values: [],
        label: null,
        source: 'inferred',
      },
    ])
    expect(answer.body['warnings']).toEqual([expect.stringContaining('"dose" has 2 different whole numbers')])
    const described = await analyzed({ method: 'descriptives', dataset_id: 'teeth', variables: { variables: ['len'] } })
    expect((described.result['rows'] as JsonObject[])[0]).toMatchObject({ variable: 'len', n: 4, missing: 1, min: 4.2 })
  })

  it('of variables holds for later versions, and orders the levels', async () => {
    const content = 'y,size\n1,small\n2,small\n4,large\n5,large\n6,huge\n'
    const { dataset_id } = await imported({ name: 'sizes', format: 'csv', content })
    const said = { name: 'size', measure: 'ordinal', levels: ['large', 'small', 'tiny'] }
    const answer = await imported({ dataset_id, variables: [said] })
    expect(answer.warnings).toEqual([
      '"size": "tiny" does not occur.',
      '"size": "huge" (1 row) is not among the levels and counts after them.',
    ])
    await imported({ dataset_id, format: 'csv', content: `${content}7,small\n` })
    const { body } = await send('GET', `datasets/${dataset_id}/variables`)
    expect([body.version, body.variables[1]]).toMatchObject([2, { ...said, source: 'given' }])
    const { result } = await analyzed({
      ...tTest,
      dataset_id,
      variables: { dependent: 'y', group: 'size' },
      filter: "size <> 'huge'",
    })
    // First level minus second: large minus small.
    expect(result['estimate']).toBeCloseTo(4.5 - 10 / 3, 12)
  })

  it('is refused for columns and values that there are not', async () => {
    const cases: [JsonObject, number, string][] = [
      [
        { dataset_id: 'cars', variables: [{ name: 'cyll', measure: 'nominal' }] },
        400,
        'variables[0].name names the column "cyll", which there is not; did you mean "cyl"?',
      ],
      [
        { dataset_id: 'cars', variables: [{ name: 'model', measure: 'continuous' }] },
        400,
        'variables[0].measure says that "model" is continuous, but it holds text',
      ],
      [
        { dataset_id: 'cars', variables: [{ name: 'cyl', measure: 'nominal', levels: [4, '4'] }] },
        400,
        'names the level "4" a second time',
      ],
      [{ dataset_id: 'cars', variables: [{ name: 'cyl', measure: 'number' }] }, 400, '"continuous"'],
      [{ dataset_id: 'cars' }, 400, 'must have a file or content to import'],
      [{ dataset_id: 'cars', variables: [], format: 'csv' }, 400, 'format says how to read a file'],
      [{ content: 'a,b\n1,2\n' }, 400, 'name is required'],
      [
        { name: 'odd', format: 'csv', content: 'a,b\n1,2\n', variables: [{ name: 'c', measure: 'nominal' }] },
        400,
        'The data was imported as ds_',
      ],
    ]
    for (const [body, status, detail] of cases) {
      const answer = await send('POST', 'import', body)
      expect([answer.status, (answer.body as Problem).detail]).toEqual([status, expect.stringContaining(detail)])
    }
  })
})

describe('the methods', () => {
  it('are listed with schemas of what they take, once for whoever has them', async () => {
    const { headers, body } = await send('GET', 'methods')
    const again = await send('GET', 'methods', undefined, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    const item = body.items.find(({ method }: { method: string }) => method === 't_test_independent')
    expect(item.variables.properties.dependent['x-measures']).toEqual(['continuous'])
    expect([body.items.length >= 29, again.status]).toEqual([true, 304])
  })

  it('are tools', async () => {
    const tool = (await test.svc.request('GET', '/api/tools/stats_t_test_independent')).body
    expect(Object.keys(tool.input_schema.properties)).toEqual(['dataset_id', 'variables', 'options', 'filter'])
    const { dataset_id, variables } = tTest
    const call = await test.svc.request('POST', '/api/tools/stats_t_test_independent/call', {
      body: { arguments: { dataset_id, variables } },
    })
    expect(call.body.result).toMatchObject({
      method: 't_test_independent',
      n: 32,
      result: { estimate: expect.any(Number) as number },
    })
    const wrong = await test.svc.request('POST', '/api/tools/stats_t_test_independent/call', {
      body: { arguments: { dataset_id, variables: { dependent: 'mgp', group: 'am' } } },
    })
    expect([wrong.status, wrong.body.detail]).toEqual([400, expect.stringContaining('did you mean "mpg"?')])
  })
})

describe('a report', () => {
  const hostile = '<img src=x onerror=alert(1)>'
  let analysis_ids: string[]
  beforeAll(async () => {
    const content = `"=cmd|' /C calc'!A0","${hostile}"\n1,a<b>\n2,a<b>\n4,"=1+1"\n6,"=1+1"\n7,"=1+1"\n`
    await imported({ name: `${hostile} | # x`, format: 'csv', content })
    const { items } = (await test.svc.request('GET', '/api/data/catalog?limit=1')).body
    const variables = { dependent: "=cmd|' /C calc'!A0", group: hostile }
    const { analysis_id } = await analyzed({ ...tTest, dataset_id: items[0].dataset_id, variables })
    analysis_ids = [(await analyzed(tTest)).analysis_id, analysis_id]
  })

  it('in HTML is one file in which names are text and nothing runs', async () => {
    const { status, headers, bytes } = await exportOf(test.svc, {
      analysis_ids,
      format: 'html',
      cover: { title: hostile },
    })
    const nodes = allNodes(parse(Buffer.from(bytes).toString()))
    const names = new Set(nodes.map(({ nodeName }) => nodeName))
    const attributes = nodes.flatMap(node => ('attrs' in node ? node.attrs : []))
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(['script', 'img', 'iframe', 'link', 'image', 'use'].filter(name => names.has(name))).toEqual([])
    const doubtful = attributes.filter(({ name, value }) => /^on/i.test(name) || /script:|https?:/i.test(value))
    expect(new Set(doubtful.map(({ name }) => name))).toEqual(new Set(['xmlns', 'xlink']))
    expect(nodes.filter(({ nodeName }) => nodeName === 'svg')).toHaveLength(4)
    expect(nodes.some(node => 'value' in node && node.value === hostile)).toBe(true)
  })

  it('in PDF has pages with numbers, words and tables', async () => {
    const { bytes } = await exportOf(test.svc, { analysis_ids, format: 'pdf', cover: { title: 'Cars', author: 'Ada' } })
    const document = await getDocumentProxy(bytes)
    const { text } = await extractText(document, { mergePages: true })
    const { info } = await document.getMetadata()
    expect(info).toMatchObject({ Title: 'Cars', Author: 'Ada' })
    for (const words of ['Welch', 'Assumptions', `1 / ${document.numPages}`, '17.147', hostile])
      expect(text).toContain(words)
  })

  it('in PDF says which intervals bars are, keeps a number in one line with its sign, and has ids at the end alone', async () => {
    const variables = { dependent: 'mpg', predictors: ['wt', 'hp'] }
    const { analysis_id, dataset_id } = await analyzed({ dataset_id: 'cars', method: 'linear_regression', variables })
    // The words of this one broke between the sign and the number.
    const second = { dataset_id: 'cars', method: 'correlation', variables: { variables: ['mpg', 'wt', 'hp', 'qsec'] } }
    const ids = [analysis_id, (await analyzed(second)).analysis_id]
    const { bytes } = await exportOf(test.svc, { analysis_ids: ids, format: 'pdf' })
    const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true })
    const [body = '', end = ''] = text.split('Computed by')
    expect(body).toContain('Coefficients, with 95% confidence intervals')
    expect(body).toContain('p < 0.001')
    expect(body).not.toMatch(/[<>=] ?\n/)
    expect([body.includes(analysis_id), body.includes(dataset_id!)]).toEqual([false, false])
    expect(end).toContain(`${analysis_id}, data ${dataset_id}@1`)
  })

  it('in Markdown, CSV, JSON and R holds everything, and no name does harm', async () => {
    const texts: Record<string, string> = {}
    for (const format of ['md', 'csv', 'json', 'r'])
      texts[format] = Buffer.from((await exportOf(test.svc, { analysis_ids, format })).bytes).toString()
    const { md = '', csv = '', json = '', r = '' } = texts
    expect(md.replaceAll(/^```[^]*?^```$/gm, '')).not.toMatch(/(?<!\\)<img/)
    expect(csv.split('\r\n').filter(line => /^"?[=+@]/.test(line))).toEqual([])
    expect(csv).toContain('-3.7671231451')
    expect(JSON.parse(json)).toMatchObject({ analyses: [{ dataset: 'cars' }, { dataset: `${hostile} | # x` }] })
    expect([r.match(/^local\(\{$/gm)?.length, r]).toEqual([2, expect.stringContaining('read.csv("data.csv"')])
  })
})

it('keeps workspaces apart, and asks for the scopes of what is read', async () => {
  const { analysis_id } = await analyzed(tTest)
  const stranger: TestRequest = { as: 'owner', headers: test.elsewhere }
  const theirs = [
    await send('GET', `analyses/${analysis_id}`, undefined, stranger),
    await send('DELETE', `analyses/${analysis_id}`, undefined, stranger),
    await send('POST', 'export', { analysis_ids: [analysis_id], format: 'md' }, stranger),
    await send('POST', 'analyze', tTest, stranger),
    await send('GET', 'datasets/cars/variables', undefined, stranger),
  ]
  const listed = await send('GET', 'analyses', undefined, stranger)
  expect([theirs.map(({ status }) => status), listed.body.items]).toEqual([[404, 404, 404, 404, 404], []])
  const made = await test.svc.request('POST', '/api/developer/keys', {
    body: { name: 'narrow', scopes: ['stats:write'] },
  })
  const narrow: TestRequest = { as: 'none', headers: { authorization: `Bearer ${made.body.key}` } }
  const refused = await send('POST', 'analyze', tTest, narrow)
  expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('data:read')])
  expect((await send('GET', `analyses/${analysis_id}`, undefined, narrow)).status).toBe(403)
})

function allNodes(node: Node): Node[] {
  return [node, ...('childNodes' in node ? node.childNodes : []).flatMap(allNodes)]
}
