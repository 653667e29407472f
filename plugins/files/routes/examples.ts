const file_id = 'file_01kq3v8d2m5w7x9y1z3a5b7c9d'
const sha256 = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

export const exampleFile = {
  file_id,
  path: 'reports/2026/q3.pdf',
  name: 'q3.pdf',
  size: 48_213,
  sha256,
  content_type: 'application/pdf',
  version: 2,
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-02-02T09:30:00.000Z',
}
export const exampleVersion = {
  file_id,
  version: 1,
  size: 47_990,
  sha256,
  content_type: 'application/pdf',
  created_at: '2026-01-31T12:00:00.000Z',
  created_by: 'usr_01kq3v8d2m5w7x9y1z3a5b7c9d',
}
export const exampleUpload = {
  upload_id: 'up_01kq3v8d2m5w7x9y1z3a5b7c9d',
  path: 'film.mp4',
  offset: 5_242_880,
  length: 104_857_600,
  file_id: null,
  expires_at: '2026-02-01T12:00:00.000Z',
}
