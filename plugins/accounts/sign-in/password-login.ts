import type { AccountAudit } from '../account-audit.ts'
import { ConflictError, ForbiddenError, UnauthenticatedError } from '@svc/plugin'
import type { Actor, ControlRecords, LoginThrottle, Origin, SignIns, ThrottledSubject, UserRecord } from '@svc/plugin'
import { checkNewPassword } from './passwords.ts'
import type { Passwords } from './passwords.ts'
import type { NameAndPassword, SignedIn } from './signed-in.ts'
import { usernameKey } from '../people/user-rules.ts'

export interface PasswordLoginOptions {
  control: ControlRecords
  passwords: Passwords
  throttle: LoginThrottle
  /** Wrong passwords a minute that are taken from one address, of all people there. */
  wrongPerAddress: number
  sessions: SignIns
  audit: AccountAudit
}

/** Everything that asks for somebody's own password. */
export class PasswordLogin {
  readonly #options: PasswordLoginOptions

  constructor(options: PasswordLoginOptions) {
    this.#options = options
  }

  /**
   * One answer and one cost for an unknown user, a wrong password and a disabled account.
   * @throws UnauthenticatedError, RateLimitedError
   */
  async login(request: NameAndPassword, origin: Origin): Promise<SignedIn> {
    const { audit, control, sessions } = this.#options
    const key = usernameKey(request.username)
    const [known] = await control.read(reader => reader.find('users', { username_key: key }))
    const active = known?.disabled === false ? known : null
    const right = await this.#prove(this.#subjects('sign-in', request.username, origin), active, request.password)
    const signedIn = right && (await this.#openSession(right, origin))
    if (signedIn === null) {
      // A name that nobody has may be a password typed into the wrong field, so it is not written down.
      await audit.refused('login.failed', known?.username ?? null, origin)
      throw new UnauthenticatedError('The username or the password is wrong.')
    }
    await sessions.trim(signedIn.user.id)
    await audit.signedIn('login', signedIn, origin)
    return signedIn
  }

  /** Ends the actor's other sessions. @throws UnauthenticatedError for a wrong current password */
  async changePassword(actor: Actor, request: { current: string; wanted: string }, origin: Origin): Promise<void> {
    const { audit, control, passwords, sessions } = this.#options
    if (actor.via !== 'session') {
      throw new ForbiddenError('forbidden', 'A password is changed by its owner, signed in; an API key cannot do it.')
    }
    checkNewPassword(request.wanted, '/new_password')
    const user = await control.read(reader => reader.get('users', actor.user_id))
    const subjects = this.#subjects('change', actor.username, origin)
    const right = await this.#prove(subjects, user, request.current)
    if (right === null) {
      await audit.record(actor, 'password.change_failed', actor.user_id)
      throw new UnauthenticatedError('The current password is wrong.')
    }
    const password_hash = await passwords.hash(request.wanted)
    await control.transaction(async tx => {
      const now = await tx.get('users', right.id)
      if (now?.password_hash !== right.password_hash) {
        throw new ConflictError('conflict', 'The password was changed meanwhile. Sign in again.')
      }
      await tx.update('users', right.id, { password_hash })
      await sessions.end(tx, right.id, actor.session_id)
    })
    sessions.credentialsChanged()
    await audit.record(actor, 'password.changed', actor.user_id)
  }

  /**
   * A name with its address: nobody locks somebody out from elsewhere, nor, with a few tries, others behind the same address. Sign-ins
   * and changes count apart: who is signed in and mistakes their password can still sign in.
   */
  #subjects(kind: 'sign-in' | 'change', username: string, { ip }: Origin): ThrottledSubject[] {
    const { throttle, wrongPerAddress } = this.#options
    const network = throttle.networkOf(ip)
    return [
      `${kind}:${usernameKey(username)} from ${network}`,
      { subject: `${kind}s-from:${network}`, most: wrongPerAddress },
    ]
  }

  #prove(subjects: readonly ThrottledSubject[], user: UserRecord | null, password: string): Promise<UserRecord | null> {
    const { passwords, throttle } = this.#options
    return throttle.guard(subjects, async () =>
      (await passwords.verify(user?.password_hash ?? null, password)) ? user : null,
    )
  }

  /** Null when what the password proved is no longer so: the hash took its time. */
  #openSession(proven: UserRecord, origin: Origin): Promise<SignedIn | null> {
    const { control, sessions } = this.#options
    return control.transaction(async tx => {
      const user = await tx.get('users', proven.id)
      if (user === null || user.disabled || user.password_hash !== proven.password_hash) return null
      return { user, session: await sessions.open(tx, user.id, origin) }
    })
  }
}
