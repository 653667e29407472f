import { Anchor, Button, Group, Modal, MultiSelect, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../live/query-client.ts'
import { root, svc } from '../../live/server.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { fieldErrors } from '../../ui/field-errors.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { RowsSketch } from '../../ui/sketch.tsx'
import { Time } from '../../ui/time.tsx'
import classes from './developer.module.css'

type ApiKey = Awaited<ReturnType<typeof svc.developer.keys.get>>

/** Developer keys: made, shown once with an example that runs, and revoked. */
export function DeveloperPage() {
  const [isCreating, setCreating] = useState(false)
  const [revoked, setRevoked] = useState<ApiKey | null>(null)
  const query = useQuery({
    queryKey: ['developer', 'keys'],
    queryFn: async ({ signal }) => (await svc.developer.keys.list({ limit: 200 }, { signal })).items,
  })
  const create = <Button onClick={() => setCreating(true)}>Create key</Button>
  return (
    <Page
      title="Developer"
      actions={
        <Anchor href="api/docs" display="inline-block" lh="24px">
          API explorer
        </Anchor>
      }
    >
      <Loaded query={query} sketch={<RowsSketch />}>
        {keys =>
          keys.length === 0 ? (
            <EmptyState icon="key" action={create}>
              A key lets a program of yours into this workspace.
            </EmptyState>
          ) : (
            <>
              <Group justify="space-between" mb={12}>
                <h2>Keys</h2>
                {create}
              </Group>
              <ul className={classes.keys}>
                {keys.map(key => (
                  <li key={key.id}>
                    <div className={classes.names}>
                      <strong>{key.name}</strong>
                      <code>{key.prefix}…</code>
                    </div>
                    <span className={classes.facts}>
                      {key.scopes.join(', ')} ·{' '}
                      {key.last_used_at ? (
                        <>
                          used <Time at={key.last_used_at} />
                        </>
                      ) : (
                        'never used'
                      )}
                    </span>
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={`Revoke ${key.name}`}
                      onClick={() => setRevoked(key)}
                    >
                      Revoke
                    </Button>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      {isCreating && <CreateKey onClose={() => setCreating(false)} />}
      {revoked !== null && (
        <Confirm
          verb="Revoke key"
          onClose={() => setRevoked(null)}
          onConfirm={async () => {
            await svc.developer.keys.revoke(revoked.id)
            await queries.invalidateQueries({ queryKey: ['developer'] })
          }}
        >
          Programs that use {revoked.name} are refused from now on.
        </Confirm>
      )}
    </Page>
  )
}

const scopes = ['*', 'agent-apps:read', 'agent-apps:write', 'conversations:read', 'conversations:write', 'data:read']
  .concat(['data:write', 'email:send', 'events:read', 'files:read', 'files:write', 'jobs:read', 'jobs:write'])
  .concat(['memory:read', 'memory:write', 'models:read', 'models:write', 'stats:read', 'stats:write', 'tools:approve'])
  .concat(['tools:read', 'tools:write', 'webhooks:read', 'webhooks:write', 'workspace:read', 'workspace:write'])

function CreateKey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string[]>(['*'])
  const [expires, setExpires] = useState('')
  // In memory while the dialog is open, and nowhere else.
  const [made, setMade] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const faults = fieldErrors(error)
  const create = async (): Promise<void> => {
    setError(null)
    try {
      const expires_at = expires === '' ? undefined : new Date(`${expires}T23:59:59`).toISOString()
      const { key } = await svc.developer.keys.create({
        name: name.trim(),
        scopes: chosen,
        ...(expires_at && { expires_at }),
      })
      setMade(key)
      void queries.invalidateQueries({ queryKey: ['developer'] })
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <Modal opened onClose={onClose} title="Create key" size="lg">
      {made === null ? (
        <form
          onSubmit={event => {
            event.preventDefault()
            void create()
          }}
        >
          <Stack gap={16}>
            <TextInput
              label="Name"
              description="What will use it."
              value={name}
              onChange={event => setName(event.currentTarget.value)}
              error={faults['/name']}
              required
              withAsterisk={false}
              data-autofocus
            />
            <MultiSelect
              label="Scopes"
              description="What it may do; * is everything that you may."
              data={scopes}
              value={chosen}
              onChange={setChosen}
              error={faults['/scopes']}
              searchable
            />
            <TextInput
              type="date"
              label="Expires"
              description="Empty: never."
              value={expires}
              onChange={event => setExpires(event.currentTarget.value)}
              error={faults['/expires_at']}
            />
            {error !== null && Object.keys(faults).length === 0 && <ErrorPanel error={error} />}
            <Group justify="flex-end">
              <Button type="submit">Create key</Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Stack gap={16}>
          <TextInput label="Key" description="It is shown this once." value={made} readOnly />
          <Group>
            <CopyButton text={made}>Copy key</CopyButton>
          </Group>
          <section aria-label="Example">
            <h3>curl</h3>
            <CodeBlock>{`curl -sS --fail-with-body "${root.href}api/auth/me" -H "authorization: Bearer ${made}"`}</CodeBlock>
          </section>
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
