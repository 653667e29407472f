export function buildWebApp(
  root: string,
  node: string,
  options: { servedFrom: string[]; signal?: AbortSignal },
): Promise<void>
export function fingerprint(root: string): string
