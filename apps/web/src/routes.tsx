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
import { openDrafts } from './live/drafts.ts'
import { fetchPart, lazyPart } from './live/fetch-part.ts'
import { meQuery, statusQuery } from './live/me.ts'
import { queries } from './live/query-client.ts'
import { basePath } from './live/server.ts'
import { dataTabs } from './shell/data-tabs.tsx'
import { NotFound } from './shell/not-found.tsx'
import { PageFailed, PageInShellFailed } from './shell/page-failed.tsx'
import { Shell } from './shell/shell.tsx'

/** A page in a file of its own. */
const lazyPage: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => fetchPart(load), name)

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: PageFailed })

/** Pages of somebody who is not signed in. */
const outside = [
  { path: '/auth/setup', component: lazyPage(() => import('./features/auth/setup-page.tsx'), 'SetupPage') },
  {
    path: '/auth/register',
    component: lazyPage(() => import('./features/auth/register-page.tsx'), 'RegisterPage'),
  },
  { path: '/auth/login', component: lazyPage(() => import('./features/auth/login-page.tsx'), 'LoginPage') },
].map(page => createRoute({ getParentRoute: () => rootRoute, ...page }))

const inside = createRoute({
  getParentRoute: () => rootRoute,
  id: 'inside',
  component: Shell,
  async beforeLoad({ location }) {
    const me = await queries.ensureQueryData(meQuery)
    if (me !== null) return openDrafts(me.user.id, me.workspace.id)
    const { setup_required: isDue } = await queries.fetchQuery(statusQuery)
    if (isDue) throw redirect({ to: '/auth/setup' })
    throw redirect({ to: '/auth/login', search: location.href === '/' ? {} : { next: location.href } } as never)
  },
})

const datasets = lazyPart(() => import('./features/data/panel.tsx'), 'DatasetsPanel')
const jobs = lazyPart(() => import('./features/jobs/panel.tsx'), 'JobsPanel')
const machineLearning = lazyPart(() => import('./features/ml/panel.tsx'), 'MachineLearningPanel')
const exports = lazyPart(() => import('./features/export/panel.tsx'), 'ExportPanel')
const chat = lazyPage(() => import('./features/chat/page.tsx'), 'ChatPage')
const stats = lazyPage(() => import('./features/stats/page.tsx'), 'StatsPage')

/** Pages of somebody who is signed in. */
const pages = [
  { path: '/', component: chat },
  { path: '/c/$session_id', component: chat },
  {
    path: '/agent-apps',
    component: lazyPage(() => import('./features/agent-apps/page.tsx'), 'AgentAppsPage'),
  },
  {
    path: '/agent-apps/$name',
    component: lazyPage(() => import('./features/agent-apps/app-page.tsx'), 'AgentAppPage'),
  },
  {
    path: '/agent-apps/$name/runs/$run_id',
    component: lazyPage(() => import('./features/agent-apps/app-page.tsx'), 'AgentAppPage'),
  },
  { path: '/data', component: dataTabs({ datasets, jobs, ml: machineLearning, export: exports }) },
  { path: '/stats', component: stats },
  { path: '/stats/$analysis_id', component: stats },
  { path: '/research', component: lazyPage(() => import('./features/research/page.tsx'), 'ResearchPage') },
  { path: '/memory', component: lazyPage(() => import('./features/memory/page.tsx'), 'MemoryPage') },
  { path: '/files', component: lazyPage(() => import('./features/files/page.tsx'), 'FilesPage') },
  { path: '/notes', component: lazyPage(() => import('./features/notes/page.tsx'), 'NotesPage') },
  { path: '/tasks', component: lazyPage(() => import('./features/tasks/page.tsx'), 'TasksPage') },
  { path: '/tools', component: lazyPage(() => import('./features/tools/page.tsx'), 'ToolsPage') },
  { path: '/playbooks', component: lazyPage(() => import('./features/playbooks/page.tsx'), 'PlaybooksPage') },
  {
    path: '/playbooks/$name',
    component: lazyPage(() => import('./features/playbooks/playbook-page.tsx'), 'PlaybookPage'),
  },
  {
    path: '/playbooks/$name/runs/$run_id',
    component: lazyPage(() => import('./features/playbooks/run-page.tsx'), 'PlaybookRunPage'),
  },
  { path: '/developer', component: lazyPage(() => import('./features/developer/page.tsx'), 'DeveloperPage') },
  { path: '/admin', component: lazyPage(() => import('./features/admin/page.tsx'), 'AdminPage') },
  { path: '/settings', component: lazyPage(() => import('./features/settings/page.tsx'), 'SettingsPage') },
  { path: '/email', component: lazyPage(() => import('./features/email/page.tsx'), 'EmailPage') },
  { path: '/docs', component: lazyPage(() => import('./features/docs/page.tsx'), 'DocsPage') },
  { path: '/docs/$page', component: lazyPage(() => import('./features/docs/page.tsx'), 'DocsPage') },
  {
    path: '/onboarding',
    component: lazyPage(() => import('./features/onboarding/page.tsx'), 'OnboardingPage'),
  },
  // The page of a plugin from elsewhere, or none.
  { path: '/$', component: lazyPage(() => import('./shell/plugin-page/plugin-page.tsx'), 'PluginPage') },
].map(page => createRoute({ getParentRoute: () => inside, errorComponent: PageInShellFailed, ...page }))

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
