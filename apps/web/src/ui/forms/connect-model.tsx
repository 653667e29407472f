import { PasswordInput, Stack, TextInput } from '@mantine/core'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { RefusalPanel } from './refusal-panel.tsx'
import { SubmitButton } from './submit-button.tsx'
import { providerNameFrom } from '../words/provider-name.ts'
import { textIn, useSubmit } from './use-submit.ts'

/** Connects a server that speaks OpenAI's chat completions: tests it with what was typed, and saves it when it answers. */
export function ConnectModel({ scope, onDone }: { scope: 'workspace' | 'installation'; onDone: () => void }) {
  const { onSubmit, isBusy, refusal } = useSubmit(async form => {
    const base_url = textIn(form, 'base_url')
    const model = textIn(form, 'model')
    const name = providerNameFrom(base_url)
    const connection = { kind: 'openai-compatible', name, base_url, api_key: textIn(form, 'api_key') || null }
    const check = await svc.models.providers.testUnsaved({ ...connection, ...(model && { model }) })
    if (!check.ok) throw new Error(check.error?.message ?? 'The server did not answer as a model server does.')
    if (model && check.lists_model === false)
      throw new Error(
        `The server answers, and does not list a model "${model}". It is written as the server writes it.`,
      )
    const provider = await svc.models.providers.create({ ...connection, scope })
    if (model) await svc.models.settings.set({ default_model: `${provider.name}/${model}` })
    await queries.invalidateQueries({ queryKey: ['models'] })
    onDone()
  })

  return (
    <form onSubmit={onSubmit}>
      <Stack gap={16}>
        <TextInput
          name="base_url"
          label="Base URL"
          description="Up to and with its version, such as http://127.0.0.1:11434/v1 for Ollama."
          error={refusal.at('/base_url')}
          required
          withAsterisk={false}
          autoComplete="off"
          inputMode="url"
        />
        <PasswordInput
          name="api_key"
          label="API key"
          description="Kept sealed, and sent to that address alone. A server of your own may need none."
          error={refusal.at('/api_key')}
          autoComplete="off"
        />
        <TextInput
          name="model"
          label="Model"
          description="The one that is asked when nobody names another. Empty: the first that the server lists."
          error={refusal.at('/model')}
          autoComplete="off"
        />
        <RefusalPanel refusal={refusal} />
        <SubmitButton loading={isBusy}>Test and save</SubmitButton>
      </Stack>
    </form>
  )
}
