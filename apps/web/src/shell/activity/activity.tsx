import { ActionIcon, Indicator, Popover, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../live/fetch-part.ts'
import { hasPage, usePages } from '../../live/pages.ts'
import { svc } from '../../live/server.ts'
import { Icon } from '../../ui/icon.tsx'
import classes from './activity.module.css'

const ActivityList = lazyPart(() => import('./activity-list.tsx'), 'ActivityList')

/** The bell: what works in this workspace now, and what ended last. */
export function Activity() {
  const [isOpen, setOpen] = useState(false)
  const isOn = hasPage(usePages(), '/data')
  const { data: running = 0 } = useQuery({
    queryKey: ['jobs', 'running'],
    enabled: isOn,
    queryFn: async ({ signal }) => (await svc.jobs.stats({ signal })).states.running,
  })
  if (!isOn) return null
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-end" width={320} trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label="Activity" disabled={isOpen}>
          <Indicator disabled={running === 0} size={8} offset={4} color="accent">
            <ActionIcon
              variant="subtle"
              size={32}
              className={classes.bell ?? ''}
              aria-label={running === 0 ? 'Activity' : `Activity, ${running} running`}
              aria-expanded={isOpen}
              data-tour="activity"
              onClick={() => setOpen(!isOpen)}
            >
              <Icon name="bell" />
            </ActionIcon>
          </Indicator>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Activity">
        <Suspense fallback={<div className={classes.list} aria-busy="true" />}>
          <ActivityList onLeave={() => setOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
