import {
  auditLog,
  controlPlane,
  definePlugin,
  loginThrottle,
  installationFiles,
  signIns,
  workspaceRemoval,
} from '@svc/plugin'
import { users, workspaces } from '@svc/plugin/contracts/accounts'
import { firstSteps } from '@svc/plugin/contracts/boot-facts'
import type { AccountsConfig } from './generated/config.ts'
import { createAccounts } from './accounts.ts'

export const plugin = definePlugin<AccountsConfig>()({
  id: 'accounts',
  uses: {
    audit: auditLog,
    control: controlPlane,
    files: installationFiles,
    removal: workspaceRemoval,
    signIns,
    throttle: loginThrottle,
  },
  setup(services, env) {
    const { admin_username: username, admin_password: password } = env.config
    const accounts = createAccounts({
      ...services,
      registrationEnabled: env.config.registration_enabled,
      isMultiUser: env.config.multi_user_enabled,
      wrongPerAddress: env.config.wrong_passwords_per_address,
      admin: username && password ? { username, password } : null,
      clock: env.clock,
      ids: env.ids,
      log: env.log,
    })
    env.provide(users, accounts.users)
    env.provide(workspaces, accounts.workspaces)
    env.routes(app => accounts.routes(app))
    env.contribute(firstSteps, {
      path() {
        const token = accounts.setupToken()
        return token === null ? null : `/auth/setup#token=${token}`
      },
    })
    env.onStart(async () => {
      if (env.role !== 'worker') await accounts.prepare()
      if (env.role !== 'server') return
      const removing = accounts.removeDeleted(env.signal)
      env.onStop(() => removing)
    })
  },
})
