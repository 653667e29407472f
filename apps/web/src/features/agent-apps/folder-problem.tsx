import { CodeBlock } from '../../ui/copy/code-block.tsx'
import classes from './agent-apps.module.css'
import type { App } from './types.ts'

/** What is wrong with the folder of an app: the sentence, the place, and the lines around it. */
export function FolderProblem({ error }: { error: NonNullable<App['error']> }) {
  const problems = error.problems.length > 0 ? error.problems : [error]
  return (
    <>
      {problems.map(({ message, file, line, column, frame }, index) => (
        <div key={index}>
          <p className={classes.tight}>
            <code>{[file, line, column].filter(part => part !== null).join(':')}</code> {message}
          </p>
          {frame !== null && <CodeBlock>{frame}</CodeBlock>}
        </div>
      ))}
    </>
  )
}
