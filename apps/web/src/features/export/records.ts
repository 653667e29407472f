export const formats = [
  { value: 'pdf', label: 'PDF', type: 'application/pdf' },
  {
    value: 'docx',
    label: 'Word (DOCX)',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  { value: 'html', label: 'Web page (HTML)', type: 'text/html' },
  { value: 'md', label: 'Markdown', type: 'text/markdown' },
  { value: 'json', label: 'Records (JSON)', type: 'application/json' },
  { value: 'zip', label: 'Everything (ZIP)', type: 'application/zip' },
] as const

export type Format = (typeof formats)[number]['value']
