export const exampleTask = {
  task_id: 'task_01jzcq3m5n8v7x2k4w6y9a0b1c',
  title: 'Send the invoice',
  body: 'For the workshop, with the list of seats.',
  status: 'todo',
  priority: 'high',
  due: '2026-02-06',
  tags: ['workshop'],
  version: 1,
  created_by: 'usr_01jzcq3m5n8v7x2k4w6y9a0b1c',
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-01-31T12:00:00.000Z',
  completed_at: null,
}

export const exampleListedNote = {
  note_id: 'note_01jzcq3m5n8v7x2k4w6y9a0b1d',
  title: 'Workshop',
  body: 'In Leiden, for 24 people. Who comes stands in [[Seats]].',
  tags: ['workshop'],
  version: 2,
  created_by: 'usr_01jzcq3m5n8v7x2k4w6y9a0b1c',
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-01-31T12:30:00.000Z',
}

export const exampleNote = {
  ...exampleListedNote,
  links: [{ text: 'Seats', note_id: 'note_01jzcq3m5n8v7x2k4w6y9a0b1e' }],
  backlinks: [{ note_id: 'note_01jzcq3m5n8v7x2k4w6y9a0b1f', title: 'Plans for spring' }],
}
