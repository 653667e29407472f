import { definePlugin, defineService } from '@svc/plugin'

/** What this plugin needs of the service; its id, not an import, is what the two plugins share. */
const greeterService = defineService<{ greet(workspaceId: string, name: string): { text: string } }>('hello.greeter')

export const plugin = definePlugin()({
  id: 'hello-guest',
  uses: { greeter: greeterService },
  setup({ greeter }, env) {
    env.routes(app =>
      app.route({
        method: 'POST',
        path: '/api/hello-guest',
        operationId: 'greetCaller',
        summary: 'Greets the caller',
        permission: 'signed-in',
        responses: {
          200: {
            description: 'The greeting',
            schema: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
          },
        },
        handler: ({ principal }) => ({ text: greeter.greet(principal.workspace_id, principal.username).text }),
      }),
    )
  },
})
