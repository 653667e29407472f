import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { SvcClient } from '@svc/sdk'
import { pageAt, pagesQuery } from '../../live/pages.ts'
import { addressOf, svc } from '../../live/server.ts'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { NothingHere } from './nothing-here.tsx'
import classes from './plugin-page.module.css'

/** What a plugin gets to draw its page with. */
interface AppOfPage {
  client: SvcClient
  /** Opens another page of the app. */
  navigate: (path: string) => void
  theme: 'light' | 'dark'
}

/** Draws into the empty element; what it returns takes that away again. */
type Mount = (element: HTMLElement, app: AppOfPage) => (() => void) | undefined

/** An address that no page of this app has: a plugin's, or nobody's. */
export function PluginPage() {
  const path = useRouterState({ select: state => state.location.pathname })
  const pages = useQuery(pagesQuery)
  return (
    <Loaded query={pages} sketch={<RowsSketch />}>
      {list => {
        const page = pageAt(list, path)
        if (page === undefined || page.module === null) return <NothingHere />
        return (
          <Page key={page.module} title={page.title}>
            <Mounted module={page.module} title={page.title} />
          </Page>
        )
      }}
    </Loaded>
  )
}

function Mounted({ module, title }: { module: string; title: string }) {
  const place = useRef<HTMLDivElement>(null)
  const router = useRouter()
  const theme = useComputedColorScheme()
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    const element = document.createElement('div')
    place.current?.replaceChildren(element)
    let isGone = false
    let unmount: (() => void) | undefined
    const navigate = (path: string): void => {
      if (path.startsWith('/') && !path.startsWith('//')) router.history.push(addressOf(path))
    }
    setError(null)
    void load(module)
      .then(mount => {
        if (!isGone) unmount = mount(element, { client: svc, navigate, theme })
      })
      .catch((problem: unknown) => {
        if (!isGone) setError(new Error(`${title} cannot draw its page: ${messageOf(problem)}`, { cause: problem }))
      })
    return () => {
      isGone = true
      try {
        unmount?.()
      } catch (problem) {
        console.error(`${title} failed to take its page away`, problem)
      }
      element.remove()
    }
  }, [module, router, theme, title])
  return (
    <>
      {error !== null && <ErrorPanel error={error} />}
      <div ref={place} className={classes.place} />
    </>
  )
}

async function load(module: string): Promise<Mount> {
  const address = new URL(module, document.baseURI).href
  const { default: mount } = (await import(/* @vite-ignore */ address)) as { default?: unknown }
  if (typeof mount !== 'function') throw new Error('its module has no function as its default export.')
  return mount as Mount
}

function messageOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem)
}
