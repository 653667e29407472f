import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router'
import type { AsyncRouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'
import { takeOverDrafts } from './live/drafts.ts'
import { meQuery, statusQuery } from './live/me.ts'
import { queries } from './live/query-client.ts'
import { basePath } from './live/server.ts'
import { dataTabs } from './shell/data-tabs.tsx'
import { NotFound } from './shell/not-found.tsx'
import { PageFailed } from './shell/page-failed.tsx'
import { Shell } from './shell/shell.tsx'

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: PageFailed })

/** Pages of somebody who is not signed in. */
const outside = [
  { path: '/auth/setup', component: lazyRouteComponent(() => import('./features/auth/setup-page.tsx'), 'SetupPage') },
  {
    path: '/auth/register',
    component: lazyRouteComponent(() => import('./features/auth/register-page.tsx'), 'RegisterPage'),
  },
  { path: '/auth/login', component: lazyRouteComponent(() => import('./features/auth/login-page.tsx'), 'LoginPage') },
].map(page => createRoute({ getParentRoute: () => rootRoute, ...page }))

const inside = createRoute({
  getParentRoute: () => rootRoute,
  id: 'inside',
  component: Shell,
  async beforeLoad({ location }) {
    const me = await queries.ensureQueryData(meQuery)
    if (me !== null) return takeOverDrafts(me.user.id)
    const { setup_required: isDue } = await queries.fetchQuery(statusQuery)
    if (isDue) throw redirect({ to: '/auth/setup' })
    throw redirect({ to: '/auth/login', search: location.href === '/' ? {} : { next: location.href } } as never)
  },
})

const datasets = lazy(async () => ({ default: (await import('./features/data/panel.tsx')).DatasetsPanel }))
const jobs = lazy(async () => ({ default: (await import('./features/jobs/panel.tsx')).JobsPanel }))
const machineLearning = lazy(async () => ({ default: (await import('./features/ml/panel.tsx')).MachineLearningPanel }))
const exports = lazy(async () => ({ default: (await import('./features/export/panel.tsx')).ExportPanel }))
const chat = lazyRouteComponent(() => import('./features/chat/page.tsx'), 'ChatPage')
const stats = lazyRouteComponent(() => import('./features/stats/page.tsx'), 'StatsPage')

/** Pages of somebody who is signed in. */
const pages = [
  { path: '/', component: chat },
  { path: '/c/$session_id', component: chat },
  {
    path: '/agent-apps',
    component: lazyRouteComponent(() => import('./features/agent-apps/page.tsx'), 'AgentAppsPage'),
  },
  {
    path: '/agent-apps/$name',
    component: lazyRouteComponent(() => import('./features/agent-apps/app-page.tsx'), 'AgentAppPage'),
  },
  {
    path: '/agent-apps/$name/runs/$run_id',
    component: lazyRouteComponent(() => import('./features/agent-apps/app-page.tsx'), 'AgentAppPage'),
  },
  { path: '/data', component: dataTabs({ datasets, jobs, ml: machineLearning, export: exports }) },
  { path: '/stats', component: stats },
  { path: '/stats/$analysis_id', component: stats },
  { path: '/research', component: lazyRouteComponent(() => import('./features/research/page.tsx'), 'ResearchPage') },
  { path: '/memory', component: lazyRouteComponent(() => import('./features/memory/page.tsx'), 'MemoryPage') },
  { path: '/files', component: lazyRouteComponent(() => import('./features/files/page.tsx'), 'FilesPage') },
  { path: '/notes', component: lazyRouteComponent(() => import('./features/notes/page.tsx'), 'NotesPage') },
  { path: '/tasks', component: lazyRouteComponent(() => import('./features/tasks/page.tsx'), 'TasksPage') },
  { path: '/tools', component: lazyRouteComponent(() => import('./features/tools/page.tsx'), 'ToolsPage') },
  { path: '/playbooks', component: lazyRouteComponent(() => import('./features/playbooks/page.tsx'), 'PlaybooksPage') },
  {
    path: '/playbooks/$name',
    component: lazyRouteComponent(() => import('./features/playbooks/playbook-page.tsx'), 'PlaybookPage'),
  },
  {
    path: '/playbooks/$name/runs/$run_id',
    component: lazyRouteComponent(() => import('./features/playbooks/run-page.tsx'), 'PlaybookRunPage'),
  },
  { path: '/developer', component: lazyRouteComponent(() => import('./features/developer/page.tsx'), 'DeveloperPage') },
  { path: '/admin', component: lazyRouteComponent(() => import('./features/admin/page.tsx'), 'AdminPage') },
  { path: '/settings', component: lazyRouteComponent(() => import('./features/settings/page.tsx'), 'SettingsPage') },
  { path: '/email', component: lazyRouteComponent(() => import('./features/email/page.tsx'), 'EmailPage') },
  { path: '/docs', component: lazyRouteComponent(() => import('./features/docs/page.tsx'), 'DocsPage') },
  { path: '/docs/$page', component: lazyRouteComponent(() => import('./features/docs/page.tsx'), 'DocsPage') },
  {
    path: '/onboarding',
    component: lazyRouteComponent(() => import('./features/onboarding/page.tsx'), 'OnboardingPage'),
  },
  // The page of a plugin from elsewhere, or none.
  { path: '/$', component: lazyRouteComponent(() => import('./shell/plugin-page/plugin-page.tsx'), 'PluginPage') },
].map(page => createRoute({ getParentRoute: () => inside, ...page }))

export const router = createRouter({
  routeTree: rootRoute.addChildren([...outside, inside.addChildren(pages)]),
  basepath: basePath,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // What the address says is text: `?dataset=12` names a dataset, no number.
  parseSearch: parseSearchWith(value => value),
  stringifySearch: stringifySearchWith(String),
})

/** Fetches what the page of this address is made of at once, beside the answer to who is there. */
function fetchFirstPage(): void {
  const routes: Readonly<Record<string, { options: { component?: AsyncRouteComponent<object> } }>> = router.routesById
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    // Where it does not come, the page asks for it again and says so.
    routes[String(routeId)]?.options.component?.preload?.()?.catch(() => undefined)
  }
}

fetchFirstPage()
