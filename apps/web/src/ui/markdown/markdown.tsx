import { Lexer } from 'marked'
import type { Token, Tokens } from 'marked'
import { memo, useMemo } from 'react'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import ReactMarkdown, { defaultUrlTransform } from 'react-markdown'
import type { Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import remend from 'remend'
import { AppLink } from '../page/app-link.tsx'
import { CodeBlock } from '../copy/code-block.tsx'
import classes from './markdown.module.css'
import { recordLinks } from './record-links.ts'

const plugins = [remarkGfm, recordLinks]

/**
 * Text of others as Markdown: no HTML of theirs, images as links (a picture from elsewhere would call home), headings below those of the page; `[[…]]` opens
 * the record that it names. `isLive`: more
 * comes, so what is begun is closed. A block that does not change is not drawn again.
 */
export function Markdown({
  text,
  isLive = false,
  parts,
  address = safeAddress,
}: {
  text: string
  isLive?: boolean
  /** Drawn in another way than usual; the same object each time. */
  parts?: Components
  /** What becomes of the address of a link; empty: it is no link. */
  address?: (address: string) => string
}) {
  const blocks = useMemo(() => blocksOf(isLive ? remend(text) : text), [text, isLive])
  return (
    <div className={classes.markdown}>
      {blocks.map((block, index) => (
        <Block key={index} {...block} parts={parts} address={address} />
      ))}
    </div>
  )
}

interface TextBlock {
  text: string
  /** Nobody writes so many marks: they are shown as they stand, since to read them takes time by the square of their number. */
  isPlain: boolean
}

const mostMarks = 1000

/** Paragraphs, lists, tables and fences, each by itself. References that one block makes to another need all in one. */
function blocksOf(text: string): TextBlock[] {
  const blocks = new Lexer({ gfm: true })
    .blockTokens(text.replaceAll(/\r\n?/g, '\n'))
    .filter(token => token.type !== 'space')
    .map(token => ({ text: token.raw, isPlain: hasTooManyMarks(token) }))
  const hasReferences = /^ {0,3}\[[^[\]\n]{1,999}\]:/m.test(text)
  return hasReferences && !blocks.some(({ isPlain }) => isPlain) ? [{ text, isPlain: false }] : blocks
}

/** In one of its paragraphs. */
function hasTooManyMarks(token: Token): boolean {
  if (token.type === 'code' || token.type === 'def') return false
  if (token.type === 'list') return (token as Tokens.List).items.some(({ tokens }) => tokens.some(hasTooManyMarks))
  if (token.type === 'blockquote') return (token as Tokens.Blockquote).tokens.some(hasTooManyMarks)
  const parts = token.type === 'table' ? (token as Tokens.Table).rows.flat().map(({ text }) => text) : [token.raw]
  return parts.some(part => part.length > mostMarks && (part.match(/[![\]*_~`<]/g)?.length ?? 0) > mostMarks)
}

const Block = memo(function Block({
  text,
  isPlain,
  parts,
  address,
}: TextBlock & {
  parts: Components | undefined
  address: (address: string) => string
}) {
  const drawn = useMemo(() => ({ ...components, ...parts }), [parts])
  if (isPlain) return <p>{text}</p>
  return (
    <ReactMarkdown skipHtml remarkPlugins={plugins} components={drawn} urlTransform={address}>
      {text}
    </ReactMarkdown>
  )
})

/** http, https, mailto, and paths of this server. */
function safeAddress(address: string): string {
  const safe = defaultUrlTransform(address)
  return /^(https?:|mailto:|\/)/i.test(safe) && !safe.startsWith('//') ? safe : ''
}

function heading(level: 3 | 4 | 5 | 6) {
  const Tag = `h${level}` as const
  return ({ children }: { children?: ReactNode }) => <Tag>{children}</Tag>
}

function TextLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!href) return <span>{children}</span>
  if (/^\/(?!api\/|v1\/|web\/)/.test(href)) return <AppLink address={href}>{children}</AppLink>
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  )
}

const components: Components = {
  a: ({ href, children }: ComponentPropsWithoutRef<'a'>) => <TextLink href={href}>{children}</TextLink>,
  img: ({ src, alt }: ComponentPropsWithoutRef<'img'>) => (
    <TextLink href={typeof src === 'string' ? src : ''}>{alt || 'Image'}</TextLink>
  ),
  h1: heading(3),
  h2: heading(4),
  h3: heading(5),
  h4: heading(6),
  h5: heading(6),
  h6: heading(6),
  pre: ({ children }: { children?: ReactNode }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }: { children?: ReactNode }) => (
    <div className={classes.table} tabIndex={0} role="region" aria-label="Table">
      <table>{children}</table>
    </div>
  ),
}
