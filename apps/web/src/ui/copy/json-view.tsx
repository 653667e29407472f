import { CodeBlock } from './code-block.tsx'

const longest = 200_000

/** A value as JSON; of a very long one the beginning. */
export function JsonView({ value }: { value: unknown }) {
  const text = JSON.stringify(value ?? null, null, 2)
  return (
    <>
      <CodeBlock copies="Copy JSON">{text.length > longest ? text.slice(0, longest) : text}</CodeBlock>
      {text.length > longest && (
        <p>
          The first {longest.toLocaleString('en')} of {text.length.toLocaleString('en')} characters. Download has all.
        </p>
      )}
    </>
  )
}
