import { SvcError, UnavailableError } from '@svc/plugin'
import type { JsonObject, JsonValue } from '@svc/plugin'
import type { Models } from '@svc/plugin/contracts/models'
import { ownScopes } from '../../runs/app-permissions.ts'
import type { CapabilityServices } from '../../runs/capabilities.ts'
import type { AppWorkbench } from '../app-workbench.ts'
import { differences } from './partial-match.ts'
import type { AppTest, Mock } from './test-file.ts'

const offlineModel = 'svc/offline'

/** What a test's app can call: the mocks of the test, and the model that needs no network. */
export function mockedServices(test: AppTest, { models, clock }: AppWorkbench): CapabilityServices {
  const { tools = {}, agent, client = [] } = test.mocks ?? {}
  return {
    clock,
    scopesOf: () => [],
    callerScopes: ownScopes,
    callerNow: caller => Promise.resolve(caller),
    tools: mockedTools(tools),
    models: agent ? mockedModels(agent) : offlineModels(models),
    http: {
      dispatch: async ({ method, path, body }) => {
        const asked = { method, path, ...(body !== undefined && { body }) }
        return { status: 200, headers: {}, body: answerOf(client, asked, `${method} ${path}`) }
      },
    },
  }
}

function mockedTools(mocks: Record<string, Mock[]>): CapabilityServices['tools'] {
  return {
    get: name => ({
      name,
      title: name,
      description: '',
      input_schema: {},
      effect: 'read',
      annotations: { read_only: true, destructive: false, open_world: false },
      plugin: '',
      permission: null,
    }),
    call: async ({ name, arguments: values }) => {
      const result = answerOf(Object.hasOwn(mocks, name) ? (mocks[name] ?? []) : [], values, `the tool ${name}`)
      return { tool_name: name, result, is_error: false, duration_ms: 0 }
    },
  }
}

function mockedModels(mocks: Mock[]): CapabilityServices['models'] {
  return {
    ask: async ({ prompt, schema }) => {
      const value = answerOf(mocks, { prompt }, 'the agent', true)
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return {
        text,
        value: schema ? value : null,
        model: 'mock',
        offline: false,
        usage: { prompt_tokens: 0, completion_tokens: 0 },
      }
    },
  }
}

function offlineModels(models: Models | undefined): CapabilityServices['models'] {
  return models && { ask: request => models.ask({ ...request, model: offlineModel }) }
}

/** The first mock that fits; `when` is a part of what was asked and, of a prompt, a text in it. */
function answerOf(mocks: Mock[], asked: JsonObject, what: string, inText = false): JsonValue {
  const mock = mocks.find(({ when }) => !when || fits(when, asked, inText))
  if (!mock) {
    throw new UnavailableError(
      `Tests run offline, and this one has no mock for ${what} with ${JSON.stringify(asked).slice(0, 300)}.`,
    )
  }
  if (mock.error) throw new SvcError(422, mock.error.code, mock.error.message)
  return mock.result ?? null
}

function fits(when: JsonObject, asked: JsonObject, inText: boolean): boolean {
  if (!inText) return differences(when, asked).length === 0
  return Object.entries(when).every(([key, part]) => String(asked[key]).includes(String(part)))
}
