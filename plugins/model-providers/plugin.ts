import { definePlugin, egress } from '@svc/plugin'
import { modelProviderKinds } from '@svc/plugin/contracts/models'
import { anthropicKind } from './anthropic/anthropic-kind.ts'
import { googleKind } from './google/google-kind.ts'

export const plugin = definePlugin()({
  id: 'model-providers',
  uses: { egress },
  setup({ egress }, env) {
    const services = { egress, clock: env.clock, log: env.log }
    env.contribute(modelProviderKinds, anthropicKind(services))
    env.contribute(modelProviderKinds, googleKind(services))
  },
})
