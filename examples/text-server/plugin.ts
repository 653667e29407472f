import { childProcesses, definePlugin, egress } from '@svc/plugin'
import { modelProviderKinds, models } from '@svc/plugin/contracts/models'
import { askRoute } from './ask-route.ts'
import { TextProvider } from './text-provider.ts'

export const plugin = definePlugin()({
  id: 'text-server',
  uses: { egress, models, children: childProcesses },
  setup({ egress, models, children }, env) {
    const refusal = 'Too many answers are being counted. Try again in a moment.'
    const words = children.pool({ program: 'word-host', size: 2, idleMs: 60_000, refusal })
    env.onStop(() => words.close())
    env.contribute(modelProviderKinds, {
      kind: 'text-server',
      title: 'Server that answers a question with plain text',
      needs_base_url: true,
      open: settings => new TextProvider(settings, egress, words),
    })
    env.routes(app => askRoute(app, models))
  },
})
