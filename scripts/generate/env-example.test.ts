import { expect, test } from 'vitest'
import { generateEnvExample } from './env-example.ts'

test('.env.example names every variable with its default, commented out, and says which are secret', () => {
  const text = generateEnvExample(
    new Map([['talk', { properties: { api_key: { type: 'string', 'x-secret': true, description: 'A key.' } } }]]),
  )
  expect(text).toContain('# The port to listen on; 0 takes a free one.\n#SVC_PORT=8420\n')
  expect(text).toContain(
    '# --- talk ---\n\n# A key. Secret: better in a file, named by SVC_TALK_API_KEY_FILE.\n#SVC_TALK_API_KEY=\n',
  )
  expect(text.split('\n').filter(line => line !== '' && !line.startsWith('#'))).toEqual([])
})
