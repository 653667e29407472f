import { Suspense } from 'react'
import { lazyPart } from '../../live/fetch-part.ts'
import classes from './markdown-text.module.css'

const load = () => import('./markdown.tsx')
const Markdown = lazyPart(load, 'Markdown')

/** Starts loading what draws Markdown, for a page that will need it soon. */
export const preloadMarkdown = (): void => void load().catch(() => undefined)

/** {@link Markdown}, loaded when it is first needed; until then the text stands as it is written. */
export function MarkdownText({ text, isLive = false }: { text: string; isLive?: boolean }) {
  return (
    <Suspense fallback={<div className={classes.plain}>{text}</div>}>
      <Markdown text={text} isLive={isLive} />
    </Suspense>
  )
}
