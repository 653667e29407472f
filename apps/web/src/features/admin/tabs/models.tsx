import { Button, NativeSelect, Stack, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasRole, useMe } from '../../../live/me.ts'
import { hasPage, usePages } from '../../../live/pages.ts'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { Confirm } from '../../../ui/overlays/confirm.tsx'
import { ConnectModel } from '../../../ui/forms/connect-model.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import { Modal } from '../../../ui/overlays/modal.tsx'
import classes from '../admin.module.css'
import { Budgets } from './budgets.tsx'

type Provider = Awaited<ReturnType<typeof svc.models.providers.get>>

const origins: Readonly<Record<string, string>> = {
  configuration: 'Configuration',
  installation: 'Everybody on this server',
  workspace: 'This workspace',
}
const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['models'] })

/** Where models come from, and which one answers when none is named. */
export function Models() {
  const pages = usePages()
  const [isConnecting, setConnecting] = useState(false)
  const providers = useQuery({
    queryKey: ['models', 'providers'],
    queryFn: async ({ signal }) => (await svc.models.providers.list({ signal })).items,
  })
  const connect = <Button onClick={() => setConnecting(true)}>Connect a model</Button>
  return (
    <>
      {isConnecting && <Connect onClose={() => setConnecting(false)} />}
      <Loaded query={providers} sketch={<RowsSketch />}>
        {items =>
          items.length === 0 ? (
            <EmptyState icon="brain" action={connect} manual="models">
              A server that speaks OpenAI&apos;s chat completions. Until there is one, svc quotes what it finds in your
              memory and files.
            </EmptyState>
          ) : (
            <>
              <div className={classes.line}>{connect}</div>
              <div className={classes.scroll}>
                <Table aria-label="Providers">
                  <TableHead columns={['Provider', 'Address', 'For', { unseen: 'Actions' }]} />
                  <Table.Tbody>
                    {items.map(provider => (
                      <OneProvider key={provider.id} provider={provider} />
                    ))}
                  </Table.Tbody>
                </Table>
              </div>
              <DefaultModel />
            </>
          )
        }
      </Loaded>
      {hasPage(pages, '/developer') && <Budgets />}
    </>
  )
}

function OneProvider({ provider: { id, name, base_url, origin, error } }: { provider: Provider }) {
  const [said, setSaid] = useState<string | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  const test = async (): Promise<void> => {
    setSaid('Testing…')
    try {
      const check = await svc.models.providers.test(id)
      setSaid(check.ok ? 'It answers.' : (check.error?.message ?? 'It does not answer as a model server does.'))
    } catch (problem) {
      setSaid(problem instanceof Error ? problem.message : String(problem))
    }
  }
  return (
    <Table.Tr>
      <Table.Td className={classes.wide}>
        {name}
        {error !== null && <span className={classes.bad}>{error}</span>}
        <span className={classes.says} role="status">
          {said}
        </span>
      </Table.Td>
      <Table.Td className={classes.wide}>{base_url}</Table.Td>
      <Table.Td>{origins[origin] ?? origin}</Table.Td>
      <Table.Td ta="right">
        <Button variant="subtle" size="compact-sm" aria-label={`Test ${name}`} onClick={() => void test()}>
          Test
        </Button>
        {origin !== 'configuration' && (
          <Button variant="subtle" size="compact-sm" aria-label={`Delete ${name}`} onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )}
        {isDeleting && (
          <Confirm
            verb="Delete provider"
            onClose={() => setDeleting(false)}
            onConfirm={async () => {
              await svc.models.providers.delete(id)
              await refresh()
            }}
          >
            Its key is forgotten. Conversations that name one of its models ask for another.
          </Confirm>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function DefaultModel() {
  const [error, setError] = useState<unknown>(null)
  const models = useQuery({
    queryKey: ['models', 'list'],
    queryFn: async ({ signal }) => (await svc.models.list({ signal })).items,
  })
  const settings = useQuery({
    queryKey: ['models', 'settings'],
    queryFn: async ({ signal }) => svc.models.settings.get({ signal }),
  })
  const choose = (id: string): void =>
    void svc.models.settings
      .set({ default_model: id || null })
      .then(refresh)
      .then(() => setError(null), setError)
  const known = models.data ?? []
  return (
    <section className={classes.connect}>
      <h2 className={classes.section}>Default</h2>
      {error !== null && <ErrorPanel error={error} />}
      <NativeSelect
        label="Default model of this workspace"
        value={settings.data?.default_model ?? ''}
        onChange={event => choose(event.currentTarget.value)}
        data={[
          { value: '', label: 'As the installation has it' },
          ...known.map(({ id }) => ({ value: id, label: id })),
        ]}
      />
    </section>
  )
}

function Connect({ onClose }: { onClose: () => void }) {
  const isOwner = hasRole(useMe(), 'owner')
  const [scope, setScope] = useState<'workspace' | 'installation'>(isOwner ? 'installation' : 'workspace')
  return (
    <Modal opened onClose={onClose} title="Connect a model" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap={16}>
        {isOwner && (
          <NativeSelect
            label="For"
            value={scope}
            onChange={event => setScope(event.currentTarget.value as typeof scope)}
            data={[
              { value: 'installation', label: 'Everybody on this server' },
              { value: 'workspace', label: 'This workspace' },
            ]}
          />
        )}
        <ConnectModel scope={scope} onDone={onClose} />
      </Stack>
    </Modal>
  )
}
