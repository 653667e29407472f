import type { Call } from '@svc/sdk'

/** Saves what an address answers to this computer; with a name, under that. */
export function saveFrom(href: string, name = ''): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

/** Saves what a call of the SDK answers to this computer, under the name that the server gives it. */
export async function saveAnswer(call: Call<Uint8Array>, name: string): Promise<void> {
  const { data, response } = await call.withResponse()
  const { headers } = response
  saveBytes(data, nameIn(headers.get('content-disposition')) ?? name, headers.get('content-type') ?? '')
}

function nameIn(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? null
}

const keptMs = 60_000

/** Saves bytes that are here to this computer. */
export function saveBytes(content: Uint8Array, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content as BlobPart], { type }))
  saveFrom(url, name)
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), keptMs)
}
