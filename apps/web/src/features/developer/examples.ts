/** Programs that ask the server who they are, as they are pasted into a shell or a file. */
export function examplesOf(base: string, key: string | null): { title: string; code: string }[] {
  const url = base.replace(/\/$/, '')
  const text = JSON.stringify
  return [
    {
      title: 'curl',
      code: `curl -sS --fail-with-body "${url}/api/auth/me" -H "authorization: Bearer ${key ?? '$SVC_API_KEY'}"`,
    },
    {
      title: 'Python',
      code: `${key === null ? 'import os\n\n' : ''}from svc_sdk import SvcClient\n\nclient = SvcClient(base_url=${text(url)}, api_key=${
        key === null ? 'os.environ["SVC_API_KEY"]' : text(key)
      })\nprint(client.developer.me())`,
    },
    {
      title: 'TypeScript',
      code: `import { SvcClient } from '@svc/sdk'\n\nconst client = new SvcClient({ baseUrl: ${text(url)}, apiKey: ${
        key === null ? 'process.env.SVC_API_KEY' : text(key)
      } })\nconsole.log(await client.developer.me())`,
    },
  ]
}
