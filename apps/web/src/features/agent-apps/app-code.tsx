import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { root } from '../../live/server.ts'
import { CodeBlock } from '../../ui/copy/code-block.tsx'
import { saveBytes } from '../../ui/copy/save-file.ts'
import { codeOf, inputsFile } from './code-texts.ts'
import type { App } from './types.ts'
import { inputsOf } from './use-inputs.ts'

/** The same run from a program, with the inputs of the form. */
export function AppCode({ app }: { app: App }) {
  const inputs = inputsOf(app)
  const { isLong, curl, python, typescript } = codeOf(app.name, inputs, root.href.replace(/\/$/, ''))
  const save = (): void => saveBytes(new TextEncoder().encode(inputsFile(inputs)), 'inputs.json', 'application/json')
  return (
    <section aria-label="Example">
      <p>
        With what the form holds now. The key comes from the variable <code>SVC_API_KEY</code>;{' '}
        <Link to="/developer">make a key</Link>.
      </p>
      {isLong && (
        <p>
          The inputs are long, so the code reads them from a file.{' '}
          <Button variant="default" size="compact-sm" onClick={save}>
            Download inputs.json
          </Button>
        </p>
      )}
      <h2>curl</h2>
      <CodeBlock>{curl}</CodeBlock>
      <h2>Python</h2>
      <CodeBlock>{python}</CodeBlock>
      <h2>TypeScript</h2>
      <CodeBlock>{typescript}</CodeBlock>
    </section>
  )
}
