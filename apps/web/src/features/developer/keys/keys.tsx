import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { Confirm } from '../../../ui/overlays/confirm.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { Time } from '../../../ui/words/time.tsx'
import { CreateKey } from './create-key.tsx'
import classes from '../developer.module.css'

type ApiKey = Awaited<ReturnType<typeof svc.developer.keys.get>>

/** Developer keys: made, shown once with an example that runs, and revoked. */
export function Keys() {
  const [isCreating, setCreating] = useState(false)
  const [revoked, setRevoked] = useState<ApiKey | null>(null)
  const query = useQuery({
    queryKey: ['developer', 'keys'],
    queryFn: async ({ signal }) => (await svc.developer.keys.list({ limit: 200 }, { signal })).items,
  })
  const create = <Button onClick={() => setCreating(true)}>Create key</Button>
  return (
    <>
      <Loaded query={query} sketch={<RowsSketch />}>
        {keys =>
          keys.length === 0 ? (
            <EmptyState icon="key" action={create} manual="getting-started">
              A key lets a program of yours into this workspace.
            </EmptyState>
          ) : (
            <>
              <Group justify="flex-end" mb={12}>
                {create}
              </Group>
              <ul className={classes.keys}>
                {keys.map(key => (
                  <li key={key.id}>
                    <strong>{key.name}</strong>
                    <code>{key.prefix}…</code>
                    <span className={classes.facts}>
                      {scopesWords(key.scopes)}
                      {budgetWords(key)} ·{' '}
                      {key.last_used_at ? (
                        <>
                          used <Time at={key.last_used_at} />
                        </>
                      ) : (
                        'never used'
                      )}
                      {key.expires_at !== null && (
                        <>
                          {' '}
                          · ends <Time at={key.expires_at} />
                        </>
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
    </>
  )
}

function budgetWords({ token_budget: budget }: ApiKey): string {
  const parts = [
    budget?.day ? `${budget.day.toLocaleString('en')} tokens a day` : '',
    budget?.month ? `${budget.month.toLocaleString('en')} tokens a month` : '',
  ].filter(Boolean)
  return parts.length === 0 ? '' : ` · at most ${parts.join(', ')}`
}

function scopesWords(scopes: readonly string[]): string {
  return scopes.includes('*') ? 'everything that you may' : scopes.join(', ')
}
