import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createKernel } from '../../kernel/index.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Operation {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: { name: string; in: string; schema: Record<string, unknown> }[]
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> }
  responses: Record<string, { content?: Record<string, { schema?: Record<string, unknown> }> }>
  'x-internal'?: boolean
  /** Sent twice, it may be done twice. */
  'x-svc-idempotent'?: false
  'x-svc-long'?: true
}

export interface OpenApiDocument {
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Record<string, unknown>> }
}

/** The document of a server with all built-in plugins, from a home that is deleted again. */
export async function openApiDocument(): Promise<OpenApiDocument> {
  const kernel = createKernel({
    env: { SVC_LOG_LEVEL: 'silent' },
    cwd: root,
    builtinPlugins: join(root, 'plugins'),
    childPrograms: {},
    listen: false,
    scratch: true,
  })
  await kernel.start()
  try {
    const { body } = await kernel.dispatch({
      method: 'GET',
      path: '/api/openapi.json',
      principal: await kernel.operator(),
      signal: AbortSignal.timeout(60_000),
    })
    return body as unknown as OpenApiDocument
  } finally {
    await kernel.stop()
  }
}

// Run as a program, since it needs the sources of the packages, which its caller may not: it prints the document.
if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(JSON.stringify(await openApiDocument()))
