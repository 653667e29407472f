import { hash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredFile } from '@svc/plugin/contracts/files'
import { startTestKernel } from '../kernel.ts'
import type { TestKernel, TestKernelOptions } from '../kernel.ts'

export type { StoredFile } from '@svc/plugin/contracts/files'

export const sha256 = (bytes: string | Uint8Array): string => hash('sha256', bytes, 'hex')

/** A server with the plugin, and what its clients do. */
export async function startTestFiles(options: TestKernelOptions = {}) {
  const svc = await startTestKernel({ plugins: ['developer', 'files'], ...options })
  return testFiles(svc)
}

export function testFiles(svc: TestKernel) {
  const authorization = `Bearer ${svc.key}`
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${svc.url}/api/files${path}`, {
      ...init,
      headers: { authorization, ...(init.headers as Record<string, string>) },
    })
  const json = async <T = StoredFile>(answer: Promise<Response>): Promise<T> => (await (await answer).json()) as T
  const put = (path: string, body: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}) =>
    call(`/content/${path.split('/').map(encodeURIComponent).join('/')}`, { method: 'PUT', body, headers })
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    call(path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  /** Everything in the plugin's folders, by the names of the files. */
  const stored = async (): Promise<string[]> => {
    const folder = join(svc.home, 'workspaces')
    const names = await readdir(folder, { recursive: true, withFileTypes: true })
    return names
      .filter(entry => entry.isFile() && entry.parentPath.split('/').includes('files'))
      .map(entry => entry.name)
      .toSorted()
  }
  return { svc, call, json, put, send, stored }
}

export type TestFiles = ReturnType<typeof testFiles>

export function form(files: [name: string, content: string][], paths: string[] = []): FormData {
  const data = new FormData()
  for (const [name, content] of files) data.append('file', new Blob([content]), name)
  for (const path of paths) data.append('path', path)
  return data
}
