import type { AccountAudit } from '../account-audit.ts'
import { ConflictError, ForbiddenError } from '@svc/plugin'
import type { Clock, ControlRecords, ControlTransaction, Ids, LoginThrottle, Origin, Role, SignIns } from '@svc/plugin'
import type { FirstSetup } from './first-setup.ts'
import { findInvite } from './invites.ts'
import { insertUser, keepUsernameFree } from '../people/new-user.ts'
import { assertMoreUsers } from '../people/user-rules.ts'
import type { Passwords } from './passwords.ts'
import { checkNewAccount } from './signed-in.ts'
import type { NameAndPassword, SignedIn } from './signed-in.ts'

export interface RegistrationOptions {
  control: ControlRecords
  passwords: Passwords
  throttle: LoginThrottle
  sessions: SignIns
  setup: FirstSetup
  audit: AccountAudit
  clock: Clock
  ids: Ids
  isOpen: boolean
  isMultiUser: boolean
}

/** Accounts that people make for themselves: for everybody when registration is on, else by invitation. */
export class Registration {
  readonly #options: RegistrationOptions

  constructor(options: RegistrationOptions) {
    this.#options = options
  }

  get isOpen(): boolean {
    return this.#options.isOpen
  }

  get isMultiUser(): boolean {
    return this.#options.isMultiUser
  }

  /** @throws ForbiddenError `registration_disabled`, `invitation_invalid`, `multi_user_disabled`, ConflictError `already_exists` */
  async register(request: NameAndPassword & { invite?: string }, origin: Origin): Promise<SignedIn> {
    const { audit, clock, control, ids, passwords, sessions } = this.#options
    checkNewAccount(request)
    // Asked before the costly hash, and once more by the transaction.
    await this.#mayRegister(request.invite, origin)
    await control.read(reader => keepUsernameFree(reader, request.username))
    const passwordHash = await passwords.hash(request.password)
    const signedIn = await control.transaction(async tx => {
      const role = await this.#redeem(tx, request.invite)
      const user = await insertUser(tx, ids, clock, { username: request.username, passwordHash, role })
      return { user, session: await sessions.open(tx, user.id, origin) }
    })
    const details = { role: signedIn.user.role, invited: request.invite !== undefined }
    await audit.signedIn('user.registered', signedIn, origin, details)
    return signedIn
  }

  async #mayRegister(invite: string | undefined, origin: Origin): Promise<void> {
    const { clock, control, isMultiUser, isOpen, setup, throttle } = this.#options
    // The first user must be the owner, or nobody could become one.
    if (!(await setup.isDone())) {
      throw new ConflictError('setup_required', 'There is no owner yet. Set up first: POST /api/auth/setup.')
    }
    assertMoreUsers(isMultiUser)
    if (invite === undefined) {
      if (isOpen) return
      throw new ForbiddenError('registration_disabled', 'Registration is off. Ask an admin for an invitation.')
    }
    const found = await throttle.guard([`invites-from:${throttle.networkOf(origin.ip)}`], () =>
      control.read(reader => findInvite(reader, clock, invite)),
    )
    if (found === null) throw this.#badInvite()
  }

  /** The role that the invitation gives; it is used up. */
  async #redeem(tx: ControlTransaction, token: string | undefined): Promise<Role> {
    if (token === undefined) return 'user'
    const invite = await findInvite(tx, this.#options.clock, token)
    if (invite === null) throw this.#badInvite()
    await tx.delete('invites', invite.id)
    return invite.role
  }

  #badInvite(): ForbiddenError {
    return new ForbiddenError(
      'invitation_invalid',
      'This invitation is wrong, was used, was revoked or has expired. Ask for a new one.',
    )
  }
}
