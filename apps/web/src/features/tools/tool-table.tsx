import { Badge, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { SearchBox, useSearchText } from '../../ui/forms/search-box.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { useTools } from './queries.ts'
import { effectWord, grantColor, grantWord, toolsThatFit } from './tool-words.ts'
import classes from './tools.module.css'

const mostShown = 200

/** All tools, each with what it does and what a call meets. */
export function ToolTable() {
  const search = useSearchText()
  const query = useTools()
  const [isWhole, setWhole] = useState(false)
  return (
    <Loaded query={query} sketch={<RowsSketch />}>
      {tools => {
        if (tools.length === 0) {
          return (
            <EmptyState icon="wrench" manual="tools">
              What an agent may call. Plugins, agent apps and MCP servers bring tools; none is on.
            </EmptyState>
          )
        }
        const shown = toolsThatFit(tools, search)
        return (
          <>
            <div className={classes.bar}>
              <SearchBox label="Search tools" />
              <span className={classes.quiet}>
                {shown.length === tools.length ? `${tools.length} tools` : `${shown.length} of ${tools.length} tools`}
              </span>
            </div>
            {shown.length === 0 ? (
              <p className={classes.quiet}>None of these fits. Search for another word.</p>
            ) : (
              <div className={classes.scroll} tabIndex={0} role="group" aria-label="Rows of tools">
                <table className={classes.table} aria-label="Tools">
                  <thead>
                    <tr>
                      <th scope="col">Tool</th>
                      <th scope="col">Effect</th>
                      <th scope="col">Grant</th>
                      <th scope="col">Plugin</th>
                    </tr>
                  </thead>
                  <tbody>
                    {shown.slice(0, isWhole ? shown.length : mostShown).map(tool => (
                      <tr key={tool.name}>
                        <td className={classes.tool}>
                          <Link
                            to="."
                            search={(before: Record<string, unknown>) => ({ ...before, tool: tool.name }) as never}
                          >
                            <bdi>{tool.title}</bdi>
                          </Link>
                          <span className={classes.description} title={tool.description}>
                            <code>{tool.name}</code> {tool.description}
                          </span>
                        </td>
                        <td>{effectWord(tool.effect)}</td>
                        <td>
                          <Badge className={classes.badge} color={grantColor(tool.grant)}>
                            {grantWord(tool.grant)}
                          </Badge>
                        </td>
                        <td>{tool.plugin}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
            {!isWhole && shown.length > mostShown && (
              <Button variant="subtle" mt={12} onClick={() => setWhole(true)}>
                {`Show all ${shown.length.toLocaleString('en')}`}
              </Button>
            )}
          </>
        )
      }}
    </Loaded>
  )
}
