import { Button, Group, MultiSelect, Stack, Tabs, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../../live/query-client.ts'
import { root, svc } from '../../../live/server.ts'
import { CodeBlock } from '../../../ui/copy/code-block.tsx'
import { CopyButton } from '../../../ui/copy/copy-button.tsx'
import { RefusalPanel } from '../../../ui/forms/refusal-panel.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { NumberField } from '../../../ui/schema-form/number-field.tsx'
import { Modal } from '../../../ui/overlays/modal.tsx'
import { examplesOf } from '../examples.ts'

const spans = [
  { span: 'day', label: 'Tokens a day' },
  { span: 'month', label: 'Tokens a month' },
] as const

/** Makes a key and shows it this once, with programs that run as they are copied. */
export function CreateKey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string[]>(['*'])
  const [expires, setExpires] = useState('')
  const [budget, setBudget] = useState<{ day?: number; month?: number }>({})
  // In memory while the dialog is open, and nowhere else.
  const [made, setMade] = useState<string | null>(null)
  const platform = useQuery({
    queryKey: ['developer', 'platform'],
    queryFn: async ({ signal }) => svc.developer.platform({ signal }),
  })
  const scopes = platform.data?.scopes ?? ['*']
  const { onSubmit, isBusy, refusal } = useSubmit(async () => {
    const expires_at = expires === '' ? undefined : new Date(`${expires}T23:59:59`).toISOString()
    const { key } = await svc.developer.keys.create({
      name: name.trim(),
      scopes: chosen,
      ...(expires_at && { expires_at }),
      ...(Object.keys(budget).length > 0 && { token_budget: budget }),
    })
    setMade(key)
    void queries.invalidateQueries({ queryKey: ['developer'] })
  })
  return (
    <Modal opened onClose={onClose} title="Create key" size="lg">
      {made === null ? (
        <form onSubmit={onSubmit}>
          <Stack gap={16}>
            <TextInput
              label="Name"
              description="What will use it."
              value={name}
              onChange={event => setName(event.currentTarget.value)}
              error={refusal.at('/name')}
              required
              withAsterisk={false}
              data-autofocus
            />
            <MultiSelect
              label="Scopes"
              description="What it may do, within what you may."
              data={scopes.map(scope => ({ value: scope, label: scope === '*' ? 'Everything' : scope }))}
              value={chosen}
              onChange={setChosen}
              error={refusal.at('/scopes')}
              searchable
            />
            <TextInput
              type="date"
              label="Expires"
              description="Empty: never."
              value={expires}
              onChange={event => setExpires(event.currentTarget.value)}
              error={refusal.at('/expires_at')}
            />
            <Group grow align="start">
              {spans.map(({ span, label }) => (
                <NumberField
                  key={span}
                  label={label}
                  description="Of language models. Empty: no limit."
                  min={1}
                  allowDecimal={false}
                  thousandSeparator=","
                  value={budget[span]}
                  onChange={next => {
                    const { [span]: _old, ...others } = budget
                    setBudget(next !== undefined ? { ...others, [span]: next } : others)
                  }}
                  error={refusal.at(`/token_budget/${span}`)}
                />
              ))}
            </Group>
            <RefusalPanel refusal={refusal} />
            <Group justify="flex-end">
              <SubmitButton loading={isBusy}>Create key</SubmitButton>
            </Group>
          </Stack>
        </form>
      ) : (
        <Stack gap={16}>
          <TextInput label="Key" description="It is shown this once." value={made} readOnly />
          <Group>
            <CopyButton text={made}>Copy key</CopyButton>
          </Group>
          <Example apiKey={made} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

function Example({ apiKey }: { apiKey: string }) {
  return (
    <section aria-label="Example">
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List aria-label="Language">
          {examplesOf(root.href, apiKey).map(({ title }) => (
            <Tabs.Tab key={title} value={title}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {examplesOf(root.href, apiKey).map(({ title, code }) => (
          <Tabs.Panel key={title} value={title} pt={12}>
            <CodeBlock>{code}</CodeBlock>
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  )
}
