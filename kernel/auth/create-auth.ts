import { AuditTrail } from './audit-trail.ts'
import type { Auth, AuthOptions } from './auth.ts'
import { authorize, holdsScope } from './authorize.ts'
import { CredentialCache } from './credential-cache.ts'
import { DeveloperKeys } from './developer-keys.ts'
import { LastUsed } from './last-used.ts'
import { LaterCallers } from './later-callers.ts'
import { CountingLoginThrottle } from './login-throttle.ts'
import { Operator } from './operator.ts'
import { RequestAuthentication } from './request-authentication.ts'
import { SessionCookie } from './session-cookie.ts'
import { SessionTokens } from './session-tokens.ts'
import { Sessions } from './sessions.ts'

/** Keys, sessions and the audit log over one control plane: who calls, and what they may. */
export async function createAuth(options: AuthOptions): Promise<Auth> {
  const { control, clock, ids, log, permissions, explicitPermissions } = options
  const cache = new CredentialCache()
  const audit = new AuditTrail(control, clock, ids, options.onAudited)
  const throttle = new CountingLoginThrottle(clock)
  const lastUsed = new LastUsed(control, clock, log)
  const tokens = new SessionTokens(options.sessionKey, clock)
  const cookie = new SessionCookie({ secure: options.secureCookies, basePath: options.basePath })
  const operator = new Operator(control, cache)
  const authentication = new RequestAuthentication({ control, cache, cookie, tokens, throttle, lastUsed, clock })
  control.onForeignChange(() => cache.forgetAll())

  return {
    authenticate: credentials => authentication.authenticate(credentials),
    authorize: (principal, permission) => authorize(principal, permission, explicitPermissions),
    onChange: listener => cache.onForgotten(listener),
    apiKeys: new DeveloperKeys({ control, cache, audit, clock, ids, permissions, explicitPermissions }),
    audit,
    callerScopes: { has: (principal, scope) => holdsScope(principal, scope, explicitPermissions) },
    callers: new LaterCallers(control, operator, clock),
    signIns: new Sessions({ control, cache, audit, cookie, tokens, clock, ids }),
    throttle,
    operator: () => operator.principal(),
    close: () => lastUsed.close(),
  }
}
