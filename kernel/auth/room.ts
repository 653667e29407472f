import { apiKeys, auditLog, callers, users, workspaces } from '@svc/plugin'
import { eventsRoom } from '../events/index.ts'
import { installedPlugins } from '../installed-plugins.ts'
import { planesRoom } from '../planes/index.ts'
import { basePathOf, defineRoom } from '../room.ts'
import { auditEvents } from './audit-events.ts'
import type { Auth } from './auth.ts'
import { createAuth } from './create-auth.ts'

/** Users, workspaces, keys, sessions and the audit log. */
export const authRoom = defineRoom({
  name: 'auth',
  needs: { planes: planesRoom, events: eventsRoom, plugins: installedPlugins },
  async open({ planes, events, plugins }, { config, home, clock, ids, log }) {
    const { admin_username: username, admin_password: password } = config
    const auth: Auth = await createAuth({
      control: planes.control,
      clock,
      ids,
      log,
      homePath: home.path,
      sessionKey: home.secrets.session_key,
      registrationEnabled: config.registration_enabled,
      secureCookies: config.public_url?.startsWith('https:') ?? false,
      basePath: basePathOf(config),
      permissions: [...plugins.permissions],
      admin: username && password ? { username, password } : null,
      onAudited: auditEvents({
        events: events.log,
        firstWorkspace: async () => (await auth.operator()).workspace_id,
        log,
      }),
    })
    return auth
  },
  services: ({ shared }) => [
    shared(apiKeys, auth => auth.apiKeys),
    shared(auditLog, auth => auth.audit),
    shared(callers, auth => auth.callers),
    shared(users, auth => auth.users),
    shared(workspaces, auth => auth.workspaces),
  ],
  routes: auth => auth.routes,
  close: auth => auth.close(),
})
