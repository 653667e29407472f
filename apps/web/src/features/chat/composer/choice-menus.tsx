import { Button, Menu, ScrollArea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { svc } from '../../../live/server.ts'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import type { Choice } from './use-choice.ts'
import classes from './composer.module.css'

interface Choosing {
  choice: Choice
  onChoose: (part: Partial<Choice>) => void
}

const words = { all: 'All tools', none: 'No tools' } as const

/** Which model answers. */
export function ModelMenu({ choice, onChoose }: Choosing) {
  const models = useQuery({
    queryKey: ['models', 'list'],
    queryFn: async ({ signal }) => (await svc.models.list({ signal })).items,
  })
  const usual = models.data?.find(model => model.is_default)?.id
  const shown = choice.model ?? usual ?? 'Default'
  return (
    <Menu position="top-start" width={280}>
      <Menu.Target>
        <Button variant="subtle" size="compact-sm" className={classes.choice ?? ''} aria-label={`Model: ${shown}`}>
          {shown}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Model">
        <ScrollArea.Autosize mah={320} type="auto">
          <Menu.RadioGroup value={choice.model ?? ''} onChange={model => onChoose({ model: model || null })}>
            <Menu.RadioItem value="" closeMenuOnClick>
              {usual === undefined ? 'Default of the workspace' : `Default (${usual})`}
            </Menu.RadioItem>
            <Loaded query={models} sketch={<RowsSketch />}>
              {items =>
                items.map(({ id }) => (
                  <Menu.RadioItem key={id} value={id} closeMenuOnClick>
                    {id}
                  </Menu.RadioItem>
                ))
              }
            </Loaded>
          </Menu.RadioGroup>
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Which tools the model may call: all, none, or those that are ticked. */
export function ToolsMenu({ choice: { tools }, onChoose }: Choosing) {
  const listed = useQuery({
    queryKey: ['tools', 'names'],
    queryFn: async ({ signal }) => {
      const names: string[] = []
      for await (const { name } of svc.tools.list({ limit: 200 }, { signal })) names.push(name)
      return names
    },
  })
  const named = typeof tools === 'string' ? [] : tools
  const shown = typeof tools === 'string' ? words[tools] : `${named.length} of the tools`
  const toggle = (name: string): void => {
    const next = named.includes(name) ? named.filter(each => each !== name) : [...named, name]
    onChoose({ tools: next.length === 0 ? 'none' : next })
  }
  return (
    <Menu position="top-start" width={280} closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="subtle" size="compact-sm" className={classes.choice ?? ''} aria-label={`Tools: ${shown}`}>
          {shown}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Tools">
        <Menu.RadioGroup
          value={typeof tools === 'string' ? tools : ''}
          onChange={next => onChoose({ tools: next as 'all' | 'none' })}
        >
          <Menu.RadioItem value="all">All tools</Menu.RadioItem>
          <Menu.RadioItem value="none">No tools</Menu.RadioItem>
        </Menu.RadioGroup>
        <Menu.Label>Only these</Menu.Label>
        <ScrollArea.Autosize mah={280} type="auto">
          <Loaded query={listed} sketch={<RowsSketch />}>
            {names =>
              names.map(name => (
                <Menu.CheckboxItem key={name} checked={named.includes(name)} onChange={() => toggle(name)}>
                  {name}
                </Menu.CheckboxItem>
              ))
            }
          </Loaded>
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  )
}
