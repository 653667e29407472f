import { lazy, Suspense } from 'react'
import classes from './markdown-text.module.css'

const load = async () => ({ default: (await import('./markdown.tsx')).Markdown })
const Markdown = lazy(load)

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
