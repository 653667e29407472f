import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppFolder } from '../served/app-folder.ts'
import { Manual } from './manual.ts'

describe('the manual', () => {
  let folder: string
  let manual: Manual

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-manual-'))
    await mkdir(join(folder, 'web'))
    const docs = new URL('../../../docs/', import.meta.url)
    await cp(docs, join(folder, 'web'), { recursive: true, filter: path => !/\.png$/.test(String(path)) })
    await writeFile(join(folder, 'web/app.js'), '')
    manual = new Manual(new AppFolder(pathToFileURL(`${folder}/`)))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each([
    ['How do I back up my data?', '/docs/questions#how-do-i-back-up-my-data'],
    ['Where is my data stored?', '/docs/questions#where-is-my-data-stored'],
    ['how to restore a backup on another machine', '/docs/questions#how-do-i-move-svc-to-another-server'],
    ['connect ollama', '/docs/questions#how-do-i-connect-ollama-or-another-model'],
    ['How can I change the port?', '/docs/questions#how-do-i-change-the-port'],
    ['nginx https proxy', '/docs/questions#how-do-i-put-svc-behind-nginx-with-https'],
    ['invite a colleague', '/docs/questions#how-do-i-invite-a-colleague'],
    ['I forgot my password', '/docs/questions#i-forgot-my-password-how-do-i-reset-it'],
    ['How do I import an Excel file?', '/docs/questions#how-do-i-import-a-csv-or-excel-file'],
    ['call my agent app with curl', '/docs/agent-apps#running'],
    ['schedule an app every night', '/docs/questions#how-do-i-run-an-app-every-night'],
    ['limits of a developer key', '/docs/models#limits-of-a-key'],
    ['How do I set a budget for a model?', '/docs/questions#how-do-i-set-a-budget-for-a-model'],
    ['How do I upgrade?', '/docs/questions#how-do-i-upgrade-svc-to-a-new-version'],
    ['How do I use PostgreSQL?', '/docs/questions#how-do-i-use-postgresql'],
    ['verify the signature of a webhook', '/docs/webhooks#verify-the-signature'],
    ['secrets in a playbook', '/docs/playbooks#secrets'],
    ['log metrics from mlflow', '/docs/ml#log-from-mlflow'],
    ['sign a pdf', '/docs/export#signatures'],
    ['add an MCP server', '/docs/questions#how-do-i-add-an-mcp-server-to-svc'],
  ])('answers %j first with %s', async (question, address) => {
    const [first] = await manual.search(question, 3)
    expect(first?.address).toBe(address)
  })

  // Asked by users of other programs, in the issues that are named.
  it.each([
    [
      'open-webui#3533',
      'Forgot my password. Is there a fix?',
      '/docs/questions#i-forgot-my-password-how-do-i-reset-it',
    ],
    ['open-webui#390', 'How can an admin reset the password of another user?', '/docs/questions#i-forgot-my-password'],
    ['open-webui#2951', 'How does it connect to ollama?', '/docs/questions#how-do-i-connect-ollama'],
    [
      'open-webui#453',
      'Change the default port or use an environment variable',
      '/docs/questions#how-do-i-change-the-port',
    ],
    ['open-webui#11740', 'How to import chats after export?', '/docs/questions#how-do-i-bring-my-chats'],
    ['open-webui#13890', 'Import chats from ChatGPT', '/docs/questions#how-do-i-bring-my-chats'],
    [
      'open-webui#10553',
      'After an update to a new version, if the data structure changes, will it still work?',
      '/docs/upgrade',
    ],
    ['n8n#36', 'Reverse proxy with nginx: connection lost', '/docs/questions#how-do-i-put-svc-behind-nginx'],
    ['n8n#50', 'How to host under a subpath?', '/docs/reverse-proxy#host-it-under-a-subpath'],
    ['n8n#8638', 'Wrong links when run behind a reverse proxy', '/docs/questions#how-do-i-put-svc-behind-nginx'],
    ['n8n#12957', 'Retry a failed run with the newer version of the workflow', '/docs/playbook-repair'],
    [
      'dify#20645',
      'How can we back up and restore on a different machine?',
      '/docs/questions#how-do-i-back-up-my-data',
    ],
    ['dify#15701', 'Move docker from server A to server B', '/docs/questions#how-do-i-move-svc-to-another-server'],
    ['dify#9513', 'Which key or URL runs which workflow over the API?', '/docs/playbooks#the-same-over-http'],
    ['litellm#1548', 'Allow setting budgets per key', '/docs/questions#how-do-i-set-a-budget'],
    ['litellm#1550', 'Rate limits: too many requests 429', '/docs/questions#why-is-my-request-refused-with-429'],
    ['litellm#5089', 'Prometheus metrics', '/docs/operations#numbers'],
    ['mlflow#12947', 'How to permanently delete the experiment?', '/docs/ml#delete-an-experiment'],
    ['mlflow#750', 'Example for how to use the MLflow REST API', '/docs/mlflow'],
    ['odahu-flow#239', 'Use PostgreSQL as backend', '/docs/operations#postgresql-and-several-workers'],
    [
      'open-webui#313',
      'How can admins disable signup?',
      '/docs/questions#who-may-sign-up-how-does-an-admin-disable-signup',
    ],
    [
      'open-webui#5688',
      'How can we restrict a user or group to a specific model?',
      '/docs/questions#how-do-i-restrict-a-user-or-group-to-specific-models',
    ],
    [
      'open-webui#9561',
      'Why can the user not see the model, while the admin can?',
      '/docs/questions#why-can-a-user-not-see-a-model-that-the-admin-can-see',
    ],
    ['open-webui#446', 'granular permissions and roles of users', '/docs/people#roles'],
    [
      'n8n#19600',
      'Workflow executes twice on one webhook call',
      '/docs/questions#why-does-a-webhook-or-trigger-fire-twice-or-multiple-times-and-a-workflow-execute-twice',
    ],
    [
      'n8n#1111',
      'Crazy disk usage of database.sqlite',
      '/docs/questions#what-uses-the-disk-how-do-i-delete-old-executions-and-runs',
    ],
    [
      'n8n#741',
      'How do I delete old executions of workflows automatically?',
      '/docs/questions#what-uses-the-disk-how-do-i-delete-old-executions-and-runs',
    ],
    [
      'dify#7078',
      'How do I change the embedding model?',
      '/docs/questions#how-do-i-change-the-embedding-model-or-use-a-local-one',
    ],
    [
      'dify#5905',
      'Use a local embedding model',
      '/docs/questions#how-do-i-change-the-embedding-model-or-use-a-local-one',
    ],
    [
      'dify#35422',
      'The uploaded document cannot exceed 15 MB',
      '/docs/questions#how-large-may-an-uploaded-file-or-document-be-and-how-many-files',
    ],
    [
      'dify#10420',
      'Can the iteration in a workflow exceed the limit of 30?',
      '/docs/questions#how-many-iterations-may-a-loop-of-a-workflow-have',
    ],
    ['dify#11386', 'Publish a workflow as a tool', '/docs/questions#how-do-i-publish-a-workflow-as-a-tool'],
    [
      'dify#27471',
      'POST request fails for a file of 40 MB',
      '/docs/questions#how-large-may-an-uploaded-file-or-document-be-and-how-many-files',
    ],
    [
      'litellm#27193',
      'Old API key is rejected after rotation in spite of the grace period',
      '/docs/questions#how-do-i-rotate-an-api-key-and-when-does-the-old-one-end',
    ],
    [
      'litellm#13579',
      'How do I rotate an API key?',
      '/docs/questions#how-do-i-rotate-an-api-key-and-when-does-the-old-one-end',
    ],
    [
      'litellm#6532',
      'Fall back to another model when the provider is overloaded',
      '/docs/questions#which-model-answers-when-a-provider-is-overloaded-is-there-a-fallback',
    ],
    ['litellm#18731', 'Expired virtual key', '/docs/questions#why-is-my-api-key-rejected-has-it-expired'],
    ['mlflow#917', 'Store artifacts on S3', '/docs/questions#how-do-i-store-artifacts-and-files-on-s3'],
    [
      'mlflow#1815',
      'Store artifacts on the server instead of the local mlruns directory',
      '/docs/questions#how-do-i-store-artifacts-and-files-on-s3',
    ],
    ['mlflow#13514', 'Set an alias for a model version', '/docs/ml#register-a-model'],
    ['mlflow#158', 'Cannot connect to S3', '/docs/content-bucket'],
    [
      'open-webui#10033',
      'Hide a model from everybody',
      '/docs/questions#why-can-a-user-not-see-a-model-that-the-admin-can-see',
    ],
    [
      'litellm#31310',
      'Does the id of a key change when it is rotated?',
      '/docs/questions#how-do-i-rotate-an-api-key-and-when-does-the-old-one-end',
    ],
    [
      'n8n#31837',
      'Webhook trigger fires multiple times',
      '/docs/questions#why-does-a-webhook-or-trigger-fire-twice-or-multiple-times-and-a-workflow-execute-twice',
    ],
  ])('answers %s, %j, first with %s', async (_issue, question, address) => {
    const [first] = await manual.search(question, 1)
    expect(first?.address.startsWith(address)).toBe(true)
  })

  it('finds nothing for what it does not say', async () => {
    expect(await manual.search('zzgl', 3)).toEqual([])
    expect(await manual.search('?', 3)).toEqual([])
  })

  it('says that its pages are still being built, and is there once they are', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'svc-manual-'))
    try {
      const later = new Manual(new AppFolder(pathToFileURL(`${empty}/`)))
      await expect(later.search('backup', 3)).rejects.toThrow('The pages are still being built. Try again in a minute.')
      await mkdir(join(empty, 'web'))
      await writeFile(join(empty, 'web/backup.md'), '# Backup\n\nCopy it.\n')
      expect(await later.search('backup', 3)).toMatchObject([{ title: 'Backup', address: '/docs/backup' }])
    } finally {
      await rm(empty, { recursive: true, force: true })
    }
  })
})
