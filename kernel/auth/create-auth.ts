import type { RouteDefinition } from '@svc/plugin'
import { AuditTrail } from './audit-trail.ts'
import type { Auth, AuthOptions } from './auth.ts'
import { authorize } from './authorize.ts'
import { CredentialCache } from './credential-cache.ts'
import { DeveloperKeys } from './developer-keys.ts'
import { FirstSetup } from './first-setup.ts'
import { LastUsed } from './last-used.ts'
import { LaterCallers } from './later-callers.ts'
import { LoginThrottle } from './login-throttle.ts'
import { Operator } from './operator.ts'
import { PasswordLogin } from './password-login.ts'
import { Passwords } from './passwords.ts'
import { Registration } from './registration.ts'
import { RequestAuthentication } from './request-authentication.ts'
import { accountRoutes } from './routes/account-routes.ts'
import { signInRoutes } from './routes/sign-in-routes.ts'
import { SessionCookie } from './session-cookie.ts'
import { SessionTokens } from './session-tokens.ts'
import { Sessions } from './sessions.ts'
import { SetupToken } from './setup-token.ts'
import { UserDirectory } from './user-directory.ts'
import { WorkspaceDirectory } from './workspace-directory.ts'

/** Users, workspaces, keys, sessions and the audit log over one control plane. */
export async function createAuth(options: AuthOptions): Promise<Auth> {
  const { control, clock, ids, log, permissions, registrationEnabled } = options
  const cache = new CredentialCache()
  const audit = new AuditTrail(control, clock, ids, options.onAudited)
  const passwords = new Passwords()
  const throttle = new LoginThrottle(clock)
  const lastUsed = new LastUsed(control, clock, log)
  const setupToken = new SetupToken(options.homePath)
  const tokens = new SessionTokens(options.sessionKey, clock)
  const cookie = new SessionCookie({ secure: options.secureCookies, basePath: options.basePath })
  const sessions = new Sessions(control, cache, audit, clock, ids)
  const operator = new Operator(control, cache)
  const authentication = new RequestAuthentication({ control, cache, cookie, tokens, throttle, lastUsed, clock })
  const setup = new FirstSetup({ control, passwords, throttle, sessions, setupToken, cache, audit, clock, ids, log })
  const passwordLogin = new PasswordLogin({ control, passwords, throttle, sessions, cache, audit })
  const isOpen = registrationEnabled
  const registration = new Registration({ control, passwords, throttle, sessions, setup, audit, clock, ids, isOpen })
  const routes: RouteDefinition[] = []
  const registrar = { route: (route: unknown) => void routes.push(route as RouteDefinition) }
  signInRoutes(registrar, { setup, passwordLogin, registration, cookie, tokens })
  accountRoutes(registrar, { passwordLogin, cookie, sessions, control })
  control.onForeignChange(() => cache.forgetAll())

  return {
    authenticate: credentials => authentication.authenticate(credentials),
    authorize,
    onChange: listener => cache.onForgotten(listener),
    routes,
    users: new UserDirectory({ control, passwords, cache, audit, clock, ids }),
    workspaces: new WorkspaceDirectory({ control, cache, audit, clock, ids }),
    apiKeys: new DeveloperKeys({ control, cache, audit, clock, ids, permissions }),
    audit,
    callers: new LaterCallers(control, operator, clock),
    prepare: () => setup.prepare(options.admin),
    operator: () => operator.principal(),
    close: () => lastUsed.close(),
  }
}
