import { ForbiddenError, hasScope } from '@svc/plugin'
import type { CallerScopes, Principal } from '@svc/plugin'
import type { Access, AppDefinition, AppPermissions } from '../manifest/app-definition.ts'

type Domain = 'memory' | 'files' | 'datasets'

/** Where each permission of the manifest leads: the paths of the API, and the scopes they ask for. */
const domains: Record<Domain, { prefix: string; scope: string }> = {
  memory: { prefix: '/api/memory', scope: 'memory' },
  files: { prefix: '/api/files', scope: 'files' },
  datasets: { prefix: '/api/data', scope: 'data' },
}

const questions = /^\/api\/(memory\/search|data\/(query|export|receipts\/verify|queries\/[^/]+\/run))(\?|$)/

/** The scope a caller needs for an app to ask the language model in its name. */
export const modelScope = 'models:write'

/** Where nothing is kept out of `*`: the domains below, and apps that are tried out. */
export const ownScopes: Pick<CallerScopes, 'has'> = { has: ({ scopes }, scope) => hasScope(scopes, scope) }

/** The caller, narrowed to `scopes`: what it does not have itself, an app cannot give it. */
export function narrowed(caller: Principal, scopes: readonly string[], has = ownScopes.has): Principal {
  const { session_id: _, ...rest } = caller
  return { ...rest, via: 'agent_app', scopes: scopes.filter(scope => has(caller, scope)) }
}

/** Throws unless the manifest and the caller both allow asking the model. */
export function allowAgent(app: AppDefinition, caller: Principal): Principal {
  if (!app.permissions.agent) throw refusal(app, 'ask the language model', '"agent": true')
  if (!hasScope(caller.scopes, modelScope)) throw lacking(app, 'ask the language model', modelScope)
  return narrowed(caller, ['models:read', modelScope])
}

/**
 * Throws unless the manifest names the tool; the tool's own permission is the caller's to have. An app or a sandboxed tool that is
 * called gets `more` of the caller's scopes: those that its own manifest asks for.
 */
export function allowTool(
  app: AppDefinition,
  caller: Principal,
  tool: { name: string; permission: string | null },
  { has, more = [] }: Pick<CallerScopes, 'has'> & { more?: readonly string[] },
): Principal {
  if (!app.permissions.tools.includes(tool.name)) {
    throw refusal(
      app,
      `call the tool "${tool.name.slice(0, 100)}"`,
      `"tools": [${JSON.stringify(tool.name.slice(0, 100))}]`,
    )
  }
  const scopes = ['tools:read', 'tools:write']
  if (tool.permission !== null) scopes.push(tool.permission)
  const missing = scopes.slice(1).find(scope => !has(caller, scope))
  if (missing) throw lacking(app, `call the tool "${tool.name}"`, missing)
  return narrowed(caller, [...new Set([...scopes, ...more])], has)
}

/** Throws unless the path lies in what the manifest grants. Reading needs `read`, all else `write`. */
export function allowRequest(app: AppDefinition, caller: Principal, method: string, path: string): Principal {
  const domain = domainOf(path)
  if (!domain) {
    const message = `ctx.client reaches /api/memory, /api/files and /api/data; ${path.slice(0, 200)} is none of these.`
    throw new ForbiddenError('forbidden', message)
  }
  const granted = app.permissions[domain]
  if (granted === 'none') throw refusal(app, `use ${domains[domain].prefix}`, `"${domain}": "read"`)
  if (!isRead(method, path) && granted !== 'write') throw refusal(app, `change ${domain}`, `"${domain}": "write"`)
  return narrowed(caller, scopesOf(app.permissions))
}

/** What the manifest's grants come to as scopes. */
export function scopesOf(permissions: Pick<AppPermissions, Domain>): string[] {
  return (Object.keys(domains) as Domain[]).flatMap(domain => scopesFor(domains[domain].scope, permissions[domain]))
}

function scopesFor(scope: string, access: Access): string[] {
  if (access === 'none') return []
  return access === 'read' ? [`${scope}:read`] : [`${scope}:read`, `${scope}:write`]
}

/** Null for a path that is written in a way that could be read as another. */
function domainOf(path: string): Domain | null {
  const [pathname = ''] = path.split('?', 1)
  if (!/^(\/[A-Za-z0-9._~!$&'()*+,;=:@%-]+)+$/.test(pathname) || /%2f|%5c|%2e|%00|%25/i.test(pathname)) return null
  if (pathname.split('/').some(part => part === '.' || part === '..')) return null
  const names = Object.keys(domains) as Domain[]
  return (
    names.find(name => pathname === domains[name].prefix || pathname.startsWith(`${domains[name].prefix}/`)) ?? null
  )
}

/** Questions that are asked with POST change nothing; the routes' own scopes have the last word. */
function isRead(method: string, path: string): boolean {
  return method === 'GET' || (method === 'POST' && questions.test(path))
}

function refusal(app: AppDefinition, what: string, grant: string): ForbiddenError {
  return new ForbiddenError(
    'forbidden',
    `${app.name} may not ${what}: its manifest's "permissions" do not have ${grant}.`,
  )
}

function lacking(app: AppDefinition, what: string, scope: string): ForbiddenError {
  return new ForbiddenError(
    'forbidden',
    `${app.name} may not ${what} for this caller, whose credentials lack the scope "${scope}".`,
  )
}
