import { SvcClient } from '@svc/sdk'
import type { OpenApiDocument } from '../../scripts/generate/open-api-document.ts'

/** A method of a client, by its module (`workspace.tasks`) and its name. */
export interface ClientMethod {
  module: string
  method: string
}

/** Methods that make other calls: they have no operation of their own. */
export const composed = new Set(['agentApps.wait', 'files.uploadLarge', 'jobs.work', 'playbooks.wait'])
const otherArguments: Record<string, readonly unknown[]> = {
  'data.import': [{ name: 'x', content: 'a' }],
  'files.upload': [{ path: 'x', content: 'x' }],
  'files.put': ['x', 'x'],
  'memory.import': ['x'],
  'ml.runs.compare': [['x', 'y']],
}

type Callable = (...args: readonly unknown[]) => unknown

/** Every public method of every module of a client. */
export function methodsOf(client: SvcClient): ClientMethod[] {
  const modules = Object.entries(client).filter(([name]) => name !== 'webhooks')
  return modules.flatMap(([name, module]) => methodsIn(name, module as object))
}

function methodsIn(name: string, module: object): ClientMethod[] {
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(module)).filter(each => each !== 'constructor')
  const nested = Object.entries(module).flatMap(([field, value]) =>
    typeof value === 'function' ? [] : methodsIn(`${name}.${field}`, value as object),
  )
  const callable = Object.entries(module).flatMap(([field, value]) =>
    typeof value === 'function'
      ? [
          { module: name, method: field },
          ...Object.keys(value as object).map(method => ({ module: `${name}.${field}`, method })),
        ]
      : [],
  )
  return [...own.map(method => ({ module: name, method })), ...callable, ...nested]
}

const address = 'http://127.0.0.1:9/below/svc'

/** The operation that a method calls below an address with a path: found by calling it without a network. */
export async function operationOf({ module, method }: ClientMethod, document: OpenApiDocument): Promise<string | null> {
  let sent: { method: string; path: string } | undefined
  const never = new Promise<Response>(() => undefined)
  const client = new SvcClient({
    baseUrl: `${address}/`,
    apiKey: 'svc_test',
    fetch: (url, init) => {
      const isBelow = url.startsWith(`${address}/api/`)
      sent ??= { method: init.method ?? 'GET', path: isBelow ? new URL(url.slice(address.length), url).pathname : url }
      return never
    },
  })
  const owner = module.split('.').reduce<unknown>((object, name) => (object as Record<string, unknown>)[name], client)
  const call = (owner as Record<string, Callable>)[method] as Callable
  const known = otherArguments[`${module}.${method}`]
  const tries = known ? [known] : [0, 1, 2, 3].map(ids => [...Array<string>(ids).fill('x1'), {}, {}])
  for (const args of tries) {
    try {
      // Lists call when they are awaited; what cannot be sent throws, or rejects.
      const result = call.apply(owner, [...args]) as PromiseLike<unknown> | undefined
      result?.then?.(
        () => undefined,
        () => undefined,
      )
    } catch {
      continue
    }
    await new Promise(setImmediate)
    if (sent !== undefined) break
  }
  return sent === undefined ? null : named(sent, document)
}

function named({ method, path }: { method: string; path: string }, document: OpenApiDocument): string | null {
  const found = Object.entries(document.paths).flatMap(([template, operations]) => {
    const pattern = new RegExp(`^${template.replace(/\{path\}/, '.+').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    const operation = operations[method.toLowerCase()]
    return pattern.test(path) && operation ? [{ template, id: operation.operationId }] : []
  })
  // `/api/jobs/stats` is no job with the id `stats`.
  return found.toSorted((a, b) => a.template.split('{').length - b.template.split('{').length)[0]?.id ?? null
}
