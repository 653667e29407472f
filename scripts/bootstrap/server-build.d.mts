export function serverBuild(root: string): { folder: string; isThere: boolean }
export function freshServerBuild(root: string, node: string): Promise<string>
