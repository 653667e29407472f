import type { AccountAudit } from '../account-audit.ts'
import { ConflictError, ForbiddenError, ValidationError } from '@svc/plugin'
import type {
  Clock,
  ControlReader,
  ControlRecords,
  ControlTransaction,
  Ids,
  Logger,
  LoginThrottle,
  Origin,
  SignIns,
  UserRecord,
} from '@svc/plugin'
import { insertUser } from '../people/new-user.ts'
import type { Passwords } from './passwords.ts'
import type { SetupToken } from './setup-token.ts'
import { checkNewAccount } from './signed-in.ts'
import type { NameAndPassword, SignedIn } from './signed-in.ts'

export interface FirstSetupOptions {
  control: ControlRecords
  passwords: Passwords
  throttle: LoginThrottle
  sessions: SignIns
  setupToken: SetupToken
  audit: AccountAudit
  clock: Clock
  ids: Ids
  log: Logger
}

/** How the first owner comes to be, once. */
export class FirstSetup {
  readonly #options: FirstSetupOptions
  #isDone = false

  constructor(options: FirstSetupOptions) {
    this.#options = options
  }

  /** True once there is a user; the last owner cannot be deleted, so it stays true. */
  async isDone(): Promise<boolean> {
    this.#isDone ||= await this.#options.control.read(hasUsers)
    return this.#isDone
  }

  /** Makes the owner that the configuration names; without one, the token that lets somebody set up. */
  async prepare(admin: NameAndPassword | null): Promise<{ setupToken: string | null }> {
    const { ids, setupToken } = this.#options
    if (admin !== null && !(await this.isDone())) await this.#makeConfiguredOwner(admin)
    if (await this.isDone()) {
      await setupToken.discard()
      return { setupToken: null }
    }
    return { setupToken: await setupToken.issue(bytes => ids.secret(bytes)) }
  }

  /** @throws ConflictError `setup_complete`, ForbiddenError for a wrong token */
  async run(request: NameAndPassword & { setupToken: string }, origin: Origin): Promise<SignedIn> {
    const { audit, sessions, setupToken, throttle } = this.#options
    if (await this.isDone()) throw setupComplete()
    checkNewAccount(request)
    const proven = await throttle.guard([`setup-from:${throttle.networkOf(origin.ip)}`], async () =>
      setupToken.matches(request.setupToken) ? true : null,
    )
    if (proven === null) {
      await audit.refused('setup.failed', null, origin)
      throw new ForbiddenError(
        'forbidden',
        'The setup token is wrong. The server prints it at start and keeps it in the file "setup_token" of its home.',
      )
    }
    const { user, with: session } = await this.#makeOwner(request, (tx, made) => sessions.open(tx, made.id, origin))
    await audit.signedIn('setup.completed', { user, session }, origin)
    return { user, session }
  }

  /** One transaction: when two callers race, the second gets `setup_complete`. The token ends with it. */
  async #makeOwner<T>(owner: NameAndPassword, alongside: (tx: ControlTransaction, user: UserRecord) => Promise<T>) {
    const { clock, control, ids, passwords, sessions, setupToken } = this.#options
    const passwordHash = await passwords.hash(owner.password)
    const made = await control.transaction(async tx => {
      if (await hasUsers(tx)) throw setupComplete()
      const user = await insertUser(tx, ids, clock, { username: owner.username, passwordHash, role: 'owner' })
      return { user, with: await alongside(tx, user) }
    })
    this.#isDone = true
    sessions.credentialsChanged()
    await setupToken.discard()
    return made
  }

  async #makeConfiguredOwner(admin: NameAndPassword): Promise<void> {
    const { audit, log } = this.#options
    try {
      checkNewAccount(admin)
      const { user } = await this.#makeOwner(admin, async () => undefined)
      await audit.configured(user)
      log.info({ username: user.username }, 'made the first owner that the configuration names')
    } catch (thrown) {
      // Another server on the same database was faster.
      if (thrown instanceof ConflictError && thrown.code === 'setup_complete') return
      if (!(thrown instanceof ValidationError)) throw thrown
      const message = `SVC_ADMIN_USERNAME and SVC_ADMIN_PASSWORD cannot make the first owner: ${thrown.message}`
      throw new ValidationError(message, thrown.errors, { cause: thrown })
    }
  }
}

async function hasUsers(reader: ControlReader): Promise<boolean> {
  return (await reader.page('users', {}, { limit: 1 })).items.length > 0
}

function setupComplete(): ConflictError {
  return new ConflictError('setup_complete', 'svc is set up already. Sign in instead.')
}
