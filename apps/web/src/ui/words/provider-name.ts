/** A name for the provider at an address, such as `openai` for https://api.openai.com/v1, as the server takes names. */
export function providerNameFrom(baseUrl: string): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : ''
  if (host === '' || /^(?:[\d.]+|\[.*|localhost)$/.test(host)) return 'local'
  const parts = host.split('.').filter(part => !['www', 'api'].includes(part))
  const name = (parts.length > 1 ? parts.slice(0, -1).at(-1) : parts[0]) ?? 'models'
  return ['svc', 'agent', 'app'].includes(name) ? `${name}-models` : name.toLowerCase().slice(0, 63)
}
