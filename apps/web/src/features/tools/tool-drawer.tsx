import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { hasRole, useMe } from '../../live/me.ts'
import { svc } from '../../live/server.ts'
import { effectSentence } from '../../ui/words/effect-sentence.ts'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { Drawer } from '../../ui/overlays/modal.tsx'
import { GrantChoice } from './grants/grant-choice.tsx'
import { grantColor, grantWord } from './tool-words.ts'
import classes from './tools.module.css'
import { TryTool } from './try-tool.tsx'

/** The tool of the address, beside the table. */
export function ToolDrawer({ name }: { name: string }) {
  const navigate = useNavigate()
  const isAdmin = hasRole(useMe(), 'admin')
  const close = (): void =>
    void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, tool: undefined }) } as never)
  const query = useQuery({
    queryKey: ['tools', 'one', name],
    queryFn: ({ signal }) => svc.tools.get(name, { signal }),
  })
  return (
    <Drawer opened onClose={close} title={query.data?.title ?? name} position="right" size="xl">
      <Loaded query={query} sketch={<RowsSketch />}>
        {tool => (
          <div className={classes.body}>
            <p className={classes.lead}>{tool.description}</p>
            <div className={classes.facts}>
              <code>{tool.name}</code>
              <span>{effectSentence(tool.effect)}</span>
              {!isAdmin && <Badge color={grantColor(tool.grant)}>{grantWord(tool.grant)}</Badge>}
            </div>
            {isAdmin && <GrantChoice tool={tool} />}
            <TryTool tool={tool} />
          </div>
        )}
      </Loaded>
    </Drawer>
  )
}
