import { Badge, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { hasRole, useMe } from '../../../live/me.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { Time } from '../../../ui/words/time.tsx'
import { setGrant, useGrants } from '../queries.ts'
import { grantColor, grantWord } from '../tool-words.ts'
import classes from '../tools.module.css'

/** What was set for tools, in place of what their effects come to. */
export function GrantTable() {
  const isAdmin = hasRole(useMe(), 'admin')
  const grants = useGrants()
  const [error, setError] = useState<unknown>(null)
  const remove = (tool: string, key: string | null): void => {
    setError(null)
    setGrant(tool, null, key ?? undefined).catch(setError)
  }
  return (
    <>
      <p className={classes.lead}>
        Tools that read run at once; those that write or act outside ask a person first; keys may not destroy. A grant
        changes that for one tool.
      </p>
      {error !== null && <ErrorPanel error={error} />}
      <Loaded query={grants} sketch={<RowsSketch />}>
        {all =>
          all.length === 0 ? (
            <EmptyState icon="key" manual="tools">
              No grants yet. {isAdmin ? 'Open a tool to set one.' : 'An administrator sets them.'}
            </EmptyState>
          ) : (
            <div className={classes.scroll} tabIndex={0} role="group" aria-label="Rows of grants">
              <table className={classes.table} aria-label="Grants">
                <thead>
                  <tr>
                    <th scope="col">Tool</th>
                    <th scope="col">For</th>
                    <th scope="col">Grant</th>
                    <th scope="col">Set</th>
                    {isAdmin && (
                      <th scope="col">
                        <span className="visually-hidden">Actions</span>
                      </th>
                    )}
                  </tr>
                </thead>
                <tbody>
                  {all.map(({ tool_name: tool, key_id: key, grant, granted_at: at }) => (
                    <tr key={`${tool} ${key}`}>
                      <td>
                        {tool.endsWith('*') ? (
                          <code>{tool}</code>
                        ) : (
                          <Link to="." search={(before: Record<string, unknown>) => ({ ...before, tool }) as never}>
                            {tool}
                          </Link>
                        )}
                      </td>
                      <td>{key === null ? 'The workspace' : <code>{key}</code>}</td>
                      <td>
                        <Badge className={classes.badge} color={grantColor(grant)}>
                          {grantWord(grant)}
                        </Badge>
                      </td>
                      <td>
                        <Time at={at} />
                      </td>
                      {isAdmin && (
                        <td className={classes.actions}>
                          <Button
                            variant="subtle"
                            size="compact-sm"
                            aria-label={`Take back ${tool}`}
                            onClick={() => remove(tool, key)}
                          >
                            Take back
                          </Button>
                        </td>
                      )}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
    </>
  )
}
