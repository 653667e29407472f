import { dataPlane, definePlugin, jobQueue } from '@svc/plugin'
import { GreetingStore } from './greeting-store.ts'
import { greeterService } from './greeter.ts'
import { helloRoutes } from './routes.ts'
import { StoredGreeter } from './stored-greeter.ts'

export const plugin = definePlugin<{ salutation: string }>()({
  id: 'hello',
  uses: { data: dataPlane, jobs: jobQueue },
  setup({ data, jobs }, env) {
    const greeter = new StoredGreeter(new GreetingStore(data), env.clock, env.config.salutation)
    env.provide(greeterService, greeter)
    env.routes(app => helloRoutes(app, greeter, jobs))
    env.job<{ name: string }>(
      'hello.greet',
      async ({ workspace_id, payload }) => greeter.greet(workspace_id, payload.name).text,
    )
    env.tool<{ name: string }>(
      'hello_greet',
      async ({ name }, { principal }) => greeter.greet(principal.workspace_id, name).text,
    )
  },
})
