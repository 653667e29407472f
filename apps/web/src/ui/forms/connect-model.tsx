import { PasswordInput, Stack, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { RefusalPanel } from './refusal-panel.tsx'
import { SubmitButton } from './submit-button.tsx'
import { providerNameFrom } from '../words/provider-name.ts'
import { textIn, useSubmit } from './use-submit.ts'

type Provider = Awaited<ReturnType<typeof svc.models.providers.create>>

/** Connects a server that speaks OpenAI's chat completions: tests it with what was typed, and saves it when it answers. */
export function ConnectModel({ scope, onDone }: { scope: 'workspace' | 'installation'; onDone: () => void }) {
  const [address, setAddress] = useState('')
  // Saved by a try that was refused later on, for its model: the next try changes it.
  const saved = useRef<Provider>(null)
  const { onSubmit, isBusy, refusal } = useSubmit(async form => {
    const base_url = textIn(form, 'base_url')
    const model = textIn(form, 'model')
    const name = textIn(form, 'name') || providerNameFrom(base_url)
    const connection = { name, base_url, api_key: textIn(form, 'api_key') || null }
    const kind = 'openai-compatible'
    const check = await svc.models.providers.testUnsaved({ ...connection, kind, ...(model && { model }) })
    if (!check.ok) throw new Error(check.error?.message ?? 'The server did not answer as a model server does.')
    if (model && check.lists_model === false)
      throw new Error(
        `The server answers, and does not list a model "${model}". It is written as the server writes it.`,
      )
    saved.current =
      saved.current?.origin === scope
        ? await svc.models.providers.update(saved.current.id, connection)
        : await svc.models.providers.create({ ...connection, kind, scope })
    if (model) await svc.models.settings.set({ default_model: `${name}/${model}` })
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
          onChange={event => setAddress(event.currentTarget.value)}
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
        <TextInput
          name="name"
          label="Name"
          description="Stands before its models. Each server has another one."
          placeholder={providerNameFrom(address)}
          error={refusal.at('/name')}
          autoComplete="off"
        />
        <RefusalPanel refusal={refusal} />
        <SubmitButton loading={isBusy}>Test and save</SubmitButton>
      </Stack>
    </form>
  )
}
