import type {
  AuditLog,
  Clock,
  ControlRecords,
  Ids,
  Logger,
  LoginThrottle,
  RouteRegistrar,
  InstallationFiles,
  SignIns,
  WorkspaceRemoval,
} from '@svc/plugin'
import type { Users, Workspaces } from '@svc/plugin/contracts/accounts'
import { AccountAudit } from './account-audit.ts'
import { Preferences } from './people/preferences.ts'
import { RemovedWorkspaces } from './people/removed-workspaces.ts'
import { UserDirectory } from './people/user-directory.ts'
import { WorkspaceDirectory } from './people/workspace-directory.ts'
import { accountRoutes } from './routes/account-routes.ts'
import { signInRoutes } from './routes/sign-in-routes.ts'
import { FirstSetup } from './sign-in/first-setup.ts'
import { PasswordLogin } from './sign-in/password-login.ts'
import { Passwords } from './sign-in/passwords.ts'
import { Registration } from './sign-in/registration.ts'
import { SetupToken } from './sign-in/setup-token.ts'

export interface AccountsOptions {
  control: ControlRecords
  signIns: SignIns
  throttle: LoginThrottle
  audit: AuditLog
  files: InstallationFiles
  removal: WorkspaceRemoval
  registrationEnabled: boolean
  /** False: there is one account, and no way to another. */
  isMultiUser: boolean
  wrongPerAddress: number
  /** The first owner, made at start. Null: somebody with the setup token makes it later. */
  admin: { username: string; password: string } | null
  clock: Clock
  ids: Ids
  log: Logger
}

export interface Accounts {
  users: Users
  workspaces: Workspaces
  /** `/api/auth/…` */
  routes(app: RouteRegistrar): void
  /** Makes the configured owner or, when there is no user yet, the setup token; the token is null once set up. */
  prepare(): Promise<{ setupToken: string | null }>
  /** Removes the data of deleted workspaces, until the signal aborts. */
  removeDeleted(signal: AbortSignal): Promise<void>
  /** Null before {@link prepare}, and once somebody has set up. */
  setupToken(): string | null
}

/** People, how they get in, and where they work. */
export function createAccounts(options: AccountsOptions): Accounts {
  const { control, signIns: sessions, throttle, clock, ids, log, files } = options
  const audit = new AccountAudit(options.audit)
  const passwords = new Passwords()
  const preferences = new Preferences(control)
  const removed = new RemovedWorkspaces({ control, removal: options.removal, clock, log })
  const shared = { control, sessions, audit, clock, ids }
  const setupToken = new SetupToken(files)
  const setup = new FirstSetup({ ...shared, passwords, throttle, setupToken, log })
  const passwordLogin = new PasswordLogin({
    control,
    passwords,
    throttle,
    wrongPerAddress: options.wrongPerAddress,
    sessions,
    audit,
  })
  const { isMultiUser } = options
  const isOpen = options.registrationEnabled && isMultiUser
  const registration = new Registration({ ...shared, passwords, throttle, setup, isOpen, isMultiUser })
  return {
    users: new UserDirectory({ ...shared, removed, passwords, preferences, isMultiUser }),
    workspaces: new WorkspaceDirectory({ ...shared, removed }),
    routes(app) {
      signInRoutes(app, { setup, passwordLogin, registration, sessions })
      accountRoutes(app, { passwordLogin, preferences, sessions, control })
    },
    prepare: () => setup.prepare(options.admin),
    removeDeleted: signal => removed.run(signal),
    setupToken: () => setupToken.current,
  }
}
