import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './tabs.module.css'

export interface Tab {
  id: string
  title: ReactNode
  content: () => ReactNode
}

/** Tabs whose choice stands in the address as `?tab=`; the first is the one without. */
export function AddressTabs({
  tabs,
  label,
  parameter = 'tab',
}: {
  tabs: readonly Tab[]
  label: string
  parameter?: string
}) {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const first = tabs[0]?.id
  const chosen = tabs.some(({ id }) => id === search[parameter]) ? String(search[parameter]) : first
  return (
    <Tabs
      value={chosen ?? null}
      onChange={id =>
        void navigate({
          to: '.',
          search: (before: Record<string, unknown>) => ({ ...before, [parameter]: id === first ? undefined : id }),
        } as never)
      }
      keepMounted={false}
    >
      <Tabs.List aria-label={label} className={classes.list}>
        {tabs.map(({ id, title }) => (
          <Tabs.Tab key={id} value={id}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, content }) => (
        <Tabs.Panel key={id} value={id} pt={16}>
          {content()}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
