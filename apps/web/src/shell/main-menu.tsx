import { Link } from '@tanstack/react-router'
import { useWaitingApprovals } from '../live/approvals.ts'
import { usePages } from '../live/pages.ts'
import { Icon, iconNamed } from '../ui/icon.tsx'
import classes from './main-menu.module.css'

const groups = {
  main: null,
  knowledge: 'Knowledge',
  automate: 'Automate',
  build: 'Build',
  instance: 'Instance',
} as const

/** The pages of the plugins that are on, group by group. */
export function MainMenu() {
  const pages = usePages()
  const waiting = useWaitingApprovals()
  const shown = Object.entries(groups)
    .map(([group, title]) => ({
      title,
      pages: pages
        .filter(page => page.group === group && page.state === 'on')
        .sort((a, b) => a.order - b.order || a.title.localeCompare(b.title)),
    }))
    .filter(group => group.pages.length > 0)
  return (
    <nav aria-label="Main" className={classes.nav}>
      {shown.map(({ title, pages: entries }) => (
        <div key={title ?? ''}>
          {title !== null && <p className={classes.group}>{title}</p>}
          <ul>
            {entries.map(({ path, title: name, icon }) => (
              <li key={path}>
                <Link to={path} activeOptions={{ exact: path === '/' }} activeProps={{ 'aria-current': 'page' }}>
                  <Icon name={iconNamed(icon)} />
                  <span className={classes.name}>{name}</span>
                  {path === '/tools' && waiting > 0 && <Waiting count={waiting} />}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function Waiting({ count }: { count: number }) {
  return (
    <span className={classes.badge}>
      {count > 99 ? '99+' : count}
      <span className="visually-hidden">{count === 1 ? ' approval waits' : ' approvals wait'}</span>
    </span>
  )
}
