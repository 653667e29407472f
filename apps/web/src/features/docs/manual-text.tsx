import { Link, useRouterState } from '@tanstack/react-router'
import { anchorOf } from '@svc/plugin/library/manual/sections'
import { isValidElement, useEffect, useMemo } from 'react'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { manualAddress } from './addresses.ts'
import classes from './docs.module.css'

/** One page of the manual, with places that links lead to. */
export function ManualText({ text, page }: { text: string; page: string }) {
  const hash = useRouterState({ select: state => state.location.hash })
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView()
  }, [hash, text])
  const parts = useMemo(
    () => ({
      h1: heading('h2'),
      h2: heading('h3'),
      h3: heading('h4'),
      h4: heading('h5'),
      a: ({ href = '', children }: ComponentPropsWithoutRef<'a'>) => (
        <ManualLink href={href} page={page}>
          {children}
        </ManualLink>
      ),
    }),
    [page],
  )
  return (
    <article className={classes.article}>
      <Markdown text={text} parts={parts} address={manualAddress} />
    </article>
  )
}

function ManualLink({ href, page, children }: { href: string; page: string; children: ReactNode }) {
  if (href === '') return <span>{children}</span>
  const own = /^(?:\/docs\/([^#]*))?(?:#(.*))?$/.exec(href)
  if (own) {
    const to = href.startsWith('#') ? page : (own[1] ?? '')
    const hash = own[2] === undefined ? {} : { hash: own[2] }
    return to === '' ? (
      <Link to="/docs" {...hash}>
        {children}
      </Link>
    ) : (
      <Link to="/docs/$page" params={{ page: to } as never} {...hash}>
        {children}
      </Link>
    )
  }
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  )
}

function heading(Tag: 'h2' | 'h3' | 'h4' | 'h5') {
  return ({ children }: { children?: ReactNode }) => {
    const anchor = anchorOf(textOf(children))
    return (
      <Tag id={anchor} className={classes.heading}>
        {children}
        <Link to="." hash={anchor} className={classes.anchor} aria-hidden="true" tabIndex={-1}>
          #
        </Link>
      </Tag>
    )
  }
}

function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(textOf).join('')
  return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : ''
}
