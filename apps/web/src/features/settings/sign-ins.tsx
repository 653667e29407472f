import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { Time } from '../../ui/words/time.tsx'
import classes from './settings.module.css'

interface SignIn {
  id: string
  current: boolean
  last_seen_at: string
  ip: string | null
  user_agent: string | null
}

/** The browsers that are signed in, each with a way to end it. */
export function SignIns() {
  const [error, setError] = useState<unknown>(null)
  const signIns = useQuery({
    queryKey: ['me', 'sign-ins'],
    queryFn: async ({ signal }) => (await svc.get<{ items: SignIn[] }>('/api/auth/sessions', { signal })).items,
  })
  const end = (id: string): void =>
    void svc
      .delete(`/api/auth/sessions/${encodeURIComponent(id)}`)
      .then(() => queries.invalidateQueries({ queryKey: ['me', 'sign-ins'] }))
      .then(() => setError(null), setError)
  return (
    <section>
      <h2>Sign-ins</h2>
      {error !== null && <ErrorPanel error={error} />}
      <Loaded query={signIns} sketch={<RowsSketch />}>
        {items => (
          <ul className={classes.list} aria-label="Sign-ins">
            {items.map(({ id, current, last_seen_at, ip, user_agent }) => (
              <li key={id}>
                <span className={classes.agent}>
                  {browserOf(user_agent)}
                  <span className={classes.facts}>
                    {ip ?? 'unknown address'}, {current ? 'this browser' : <Time at={last_seen_at} />}
                  </span>
                </span>
                {!current && (
                  <Button variant="default" size="compact-sm" onClick={() => end(id)}>
                    End
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

/** What a person calls their browser. */
function browserOf(agent: string | null): string {
  const browsers = ['Edg', 'Firefox', 'Chrome', 'Safari'] as const
  const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS', 'Linux'] as const
  const browser = browsers.find(name => agent?.includes(name))
  const system = systems.find(name => agent?.includes(name))
  if (browser === undefined) return agent?.slice(0, 80) ?? 'A program'
  return `${browser === 'Edg' ? 'Edge' : browser}${system === undefined ? '' : ` on ${system}`}`
}
