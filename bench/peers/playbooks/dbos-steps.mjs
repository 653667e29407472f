// A workflow of DBOS whose steps take no time and give as many bytes as ours: GET / says that it is ready, GET /run?steps=100 how long a step took.
// `DBOS_FOLDER` has the package, `DATABASE_URL` its database.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const { DBOS } = createRequire(join(process.env.DBOS_FOLDER, 'package.json'))('@dbos-inc/dbos-sdk')
const result = { text: 'x'.repeat(2000) }

const steps = DBOS.registerWorkflow(
  async count => {
    const started = performance.now()
    for (let index = 0; index < count; index += 1)
      await DBOS.runStep(() => Promise.resolve(result), { name: `step-${index}` })
    return (performance.now() - started) / count
  },
  { name: 'steps' },
)
DBOS.setConfig({ name: 'bench', systemDatabaseUrl: process.env.DATABASE_URL, logLevel: 'error', runAdminServer: false })
await DBOS.launch()

createServer(async (request, response) => {
  const count = Number(new URL(request.url, 'http://here').searchParams.get('steps') ?? 0)
  response.end(count > 0 ? String(await steps(count)) : 'ready')
}).listen(Number(process.env.PORT), '127.0.0.1')
