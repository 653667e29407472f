import { apiKeys, auditLog, callers, callerScopes, loginThrottle, signIns } from '@svc/plugin'
import { eventsRoom } from '../events/index.ts'
import { installedPlugins } from '../installed-plugins.ts'
import { planesRoom } from '../planes/index.ts'
import { basePathOf, defineRoom } from '../room.ts'
import { auditEvents } from './audit-trail.ts'
import { createAuth } from './auth.ts'
import type { Auth } from './auth.ts'

/** Who calls and what they may: keys, sessions, the audit log. */
export const authRoom = defineRoom({
  name: 'auth',
  needs: { planes: planesRoom, events: eventsRoom, plugins: installedPlugins },
  async open({ planes, events, plugins }, { config, home, clock, ids, log }) {
    const auth: Auth = createAuth({
      control: planes.control,
      clock,
      ids,
      log,
      sessionKey: home.secrets.session_key,
      secureCookies: config.public_url?.startsWith('https:') ?? false,
      basePath: basePathOf(config),
      permissions: plugins.permissions,
      explicitPermissions: plugins.explicitPermissions,
      recordFields: plugins.recordFields,
      keysPerPerson: config.keys_per_person,
      onAudited: auditEvents({
        events,
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
    shared(callerScopes, auth => auth.callerScopes),
    shared(loginThrottle, auth => auth.throttle),
    shared(signIns, auth => auth.signIns),
  ],
  close: auth => auth.close(),
})
