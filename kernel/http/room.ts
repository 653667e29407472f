import { httpServer } from '@svc/plugin'
import { authRoom } from '../auth/index.ts'
import { installedPlugins } from '../installed-plugins.ts'
import { planesRoom } from '../planes/index.ts'
import { basePathOf, defineRoom } from '../room.ts'
import { metricsRoom } from '../services/index.ts'
import { Http } from './http.ts'
import { defaultLimits } from './limits.ts'

const graceMs = 4_000

/** The HTTP server; in a worker, and where nobody listens, its routes answer from inside. */
export const httpRoom = defineRoom({
  name: 'http',
  needs: { auth: authRoom, planes: planesRoom, metrics: metricsRoom, plugins: installedPlugins },
  async open({ auth, planes, metrics, plugins }, { config, home, placement, role, version, clock, ids, log, phrase }) {
    const http = new Http(
      {
        host: config.host,
        port: config.port,
        publicUrl: config.public_url ?? null,
        basePath: basePathOf(config),
        trustProxy: config.trust_proxy,
        metrics,
        rateLimitPerMinute: config.rate_limit_per_minute,
        personRateFactor: config.rate_limit_person_factor,
        version,
        auth,
        data: planes.data,
        placement,
        clock,
        ids,
        log,
        phrase,
        features: () => plugins.features(),
      },
      {
        ...defaultLimits,
        bodyBytes: config.body_max_kb * 1024,
        json: { depth: config.json_depth, members: config.json_members, names: config.json_names },
        streamsPerPrincipal: config.streams_per_principal,
        byteStreamsPerPrincipal: config.answer_streams_per_principal,
        waitingPerPerson: config.waiting_requests_per_person,
        waitingBytesPerPerson: config.waiting_mb_per_person * 1024 * 1024,
      },
    )
    const operator = { socketPath: `${home.path}/operator.sock`, principal: auth.operator }
    return {
      http,
      placement,
      begin: () => http.open(role === 'server' ? { listen: true, operator } : { listen: false }),
    }
  },
  services: ({ shared }) => [shared(httpServer, ({ http }) => http.server)],
  async start({ begin }, { placement }) {
    const { url } = await begin()
    placement?.serving(url)
  },
  async stop({ http, placement }, remainingMs) {
    void placement?.stopping()
    await http.close(Math.min(graceMs, remainingMs))
  },
})
