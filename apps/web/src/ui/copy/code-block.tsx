import { useRef } from 'react'
import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'
import classes from './code-block.module.css'

/** Code that is scrolled and not broken, with a button that copies it. */
export function CodeBlock({ children, copies = 'Copy code' }: { children: ReactNode; copies?: string }) {
  const block = useRef<HTMLPreElement>(null)
  return (
    <div className={classes.frame}>
      <pre ref={block} tabIndex={0}>
        {children}
      </pre>
      <div className={classes.copy}>
        <CopyButton text={() => block.current?.textContent ?? ''}>{copies}</CopyButton>
      </div>
    </div>
  )
}
