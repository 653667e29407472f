import { Button, Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { fetchPart } from '../../live/fetch-part.ts'
import { useMe } from '../../live/me.ts'
import { setPreference } from '../../live/preferences.ts'
import { pagesQuery } from '../../live/pages.ts'
import { svc } from '../../live/server.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { Page } from '../../ui/page/page.tsx'
import classes from './onboarding.module.css'

interface Step {
  title: string
  says: string
  icon: IconName
  to: string
  search?: Record<string, string>
  /** Where what was done leaves nothing behind. */
  onStart?: () => void
  isDone: boolean | undefined
}

/** The preference of somebody who has looked at a dataset. */
const looked = 'onboarding_dataset_seen'

/** Things to try first, each with whether it was done. Shown once by itself; from the account afterwards. */
export function OnboardingPage() {
  const navigate = useNavigate()
  const steps = useSteps()
  // The tour shows the menu, which a small screen folds away.
  const hasMenu = useMediaQuery('(min-width: 769px)', undefined, { getInitialValueInEffect: false })
  useEffect(() => void setPreference('onboarding_seen', true), [])
  const next = steps.find(({ isDone }) => isDone === false)
  return (
    <Page title="Welcome to svc" narrow>
      <p className={classes.lead}>Things to try first. Each takes less than a minute.</p>
      <ul className={classes.cards}>
        {steps.map(({ title, says, icon, to, search, onStart, isDone }) => (
          <li key={title} className={classes.card} data-done={isDone || undefined}>
            <Icon name={icon} size={20} />
            <div className={classes.words}>
              <h2>{title}</h2>
              <p>{says}</p>
            </div>
            {isDone === true ? (
              <span className={classes.done}>
                <Icon name="check" size={16} /> Done
              </span>
            ) : (
              <Button
                component={Link}
                to={to}
                search={search as never}
                onClick={onStart}
                variant={title === next?.title ? 'filled' : 'default'}
                aria-label={`Start: ${title}`}
              >
                Start
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Group gap={8}>
        {hasMenu && (
          <Button
            variant="default"
            onClick={() => void fetchPart(() => import('../../ui/tour/tour.ts')).then(({ startTour }) => startTour())}
          >
            Start tour
          </Button>
        )}
        <Button variant="subtle" onClick={() => void navigate({ to: '/' })}>
          Skip
        </Button>
      </Group>
    </Page>
  )
}

function useSteps(): Step[] {
  const { preferences } = useMe()
  const { data: pages = [] } = useQuery(pagesQuery)
  const isOn = (path: string): boolean => pages.some(page => page.path === path && page.state === 'on')
  const isThere = (items: readonly unknown[] | undefined): boolean | undefined => items && items.length > 0
  const conversations = useQuery({
    queryKey: ['chat', 'any'],
    enabled: isOn('/'),
    queryFn: async ({ signal }) => (await svc.conversations.list({ limit: 1 }, { signal })).items,
  })
  const datasets = useQuery({
    queryKey: ['data', 'any'],
    enabled: isOn('/data'),
    queryFn: async ({ signal }) => (await svc.data.catalog({ limit: 20 }, { signal })).items,
  })
  // The sample alone shows nothing: somebody has to look at it.
  const own = datasets.data?.filter(({ tags }) => !tags.includes('sample'))
  const firstId = datasets.data?.[0]?.dataset_id
  const apps = useQuery({
    queryKey: ['agent-apps', 'any-run'],
    enabled: isOn('/agent-apps'),
    queryFn: async ({ signal }) =>
      (await svc.agentApps.list({ limit: 200 }, { signal })).items.filter(app => app.last_run !== null),
  })
  const keys = useQuery({
    queryKey: ['developer', 'any-key'],
    enabled: isOn('/developer'),
    queryFn: async ({ signal }) => (await svc.developer.keys.list({ limit: 1 }, { signal })).items,
  })
  const models = useQuery({
    queryKey: ['models', 'any'],
    enabled: isOn('/'),
    queryFn: async ({ signal }) =>
      (await svc.models.list({ signal })).items.filter(
        ({ id }) => id !== 'svc/offline' && !id.startsWith('app:') && id !== 'agent',
      ),
  })
  const steps: Step[] = [
    {
      title: 'Ask a question',
      says: 'The agent answers from what this workspace remembers, and says where it read it.',
      icon: 'message-square',
      to: '/',
      isDone: isThere(conversations.data),
    },
    {
      title: 'Look at a dataset',
      says: 'Rows, a profile of each column, SQL and a chart.',
      icon: 'database',
      to: '/data',
      ...(firstId && { search: { dataset: firstId } }),
      onStart: () => void setPreference(looked, true),
      isDone: preferences[looked] === true || isThere(own),
    },
    {
      title: 'Run an agent app',
      says: 'A small program with a form, and a result that you can keep.',
      icon: 'bot',
      to: '/agent-apps',
      isDone: isThere(apps.data),
    },
    {
      title: 'Make a key',
      says: 'With a line of code that runs as you copy it.',
      icon: 'key',
      to: '/developer',
      isDone: isThere(keys.data),
    },
    {
      title: 'Connect a model',
      says: 'Until then svc quotes what it finds in your memory and files.',
      icon: 'puzzle',
      to: '/admin',
      search: { tab: 'models' },
      isDone: isThere(models.data),
    },
  ]
  // What the person may not see, or what is switched off, is nothing to begin with.
  return steps.filter(({ to }) => isOn(to))
}
