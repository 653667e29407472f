import { describe, expect, it } from 'vitest'
import { EchoGate } from './echo-gate.ts'

function verdict(content: string, earlier: { said?: string[]; documents?: string[] } = {}): string {
  const gate = new EchoGate(content)
  const echo = gate.emptyTalk() ?? gate.prompt(earlier.said ?? [])
  if (echo) return echo.restates
  const documents = (earlier.documents ?? []).map((text, index) => ({ id: `mem_${index}`, text }))
  const finding = gate.documents(documents)
  return 'echo' in finding ? finding.echo.restates : 'kept'
}

describe('talk that says nothing is refused', () => {
  it.each([
    'ok',
    'Hello!',
    'Thanks a lot :)',
    'yes, please',
    'Good morning everyone',
    'Please remember this.',
    'Can you help me?',
    'Summarize the above',
    'go on',
    'Danke',
    'Save that to memory, please',
    'No, thanks',
  ])('%j', content => {
    expect(verdict(content)).toBe('nothing')
  })
})

describe('what says something is kept, however short', () => {
  it.each([
    'Call me Ada.',
    'Answer in French.',
    'Never deploy on Fridays.',
    'Port 8421',
    'The cat is called Miso.',
    '日本語で答えてください',
    'Teal',
    'Help desk: +49 30 1234',
    '🎉',
  ])('%j', content => {
    expect(verdict(content)).toBe('kept')
  })
})

describe('what only repeats the conversation is refused', () => {
  it.each([
    ['How many seats do 17 tables of 6 have?', 'How many seats do 17 tables of 6 have?'],
    ['User asked: how many seats do 17 tables of 6 have?', 'How many seats do 17 tables of 6 have?'],
    [
      'the build of the web app is failing on node 24',
      'Hi! The build of the web app is failing on Node 24. What can I do?',
    ],
    ['“Write a poem about the sea at night”', 'Write a poem about the sea at night'],
  ])('%j after %j', (content, prompt) => {
    expect(verdict(content, { said: [prompt] })).toBe('prompt')
  })
})

describe('what follows from the conversation is kept', () => {
  it.each([
    ['17 tables of 6 have 102 seats.', 'How many seats do 17 tables of 6 have?'],
    ['The web app does not build on Node 24; Node 22 works.', 'The build of the web app is failing on Node 24.'],
    ['My flight to Oslo leaves on 5 May at 10:40.', 'Please remember: my flight to Oslo leaves on 5 May at 10:40.'],
    ['Ada prefers tea.', 'What does Ada prefer, tea or coffee?'],
    ['The user is allergic to peanuts.', "Don't forget that I am allergic to peanuts."],
  ])('%j after %j', (content, prompt) => {
    expect(verdict(content, { said: [prompt] })).toBe('kept')
  })
})

describe('what another document says already is refused', () => {
  it.each([
    ['The port is 8420.', 'the PORT is  8420'],
    ['Staging listens on port 6543', 'The staging runbook. Staging listens on port 6543, and production on 5432.'],
    ['The user said that the staging database listens on port 6543.', 'The staging database listens on port 6543.'],
    [
      'Backups are made each night at 02:00 by the operator.',
      'Backups are made each night at 02:00 by the operator!!!',
    ],
    ["It doesn't work without a key.", 'It does not work without a key.'],
    ['Teal', 'teal'],
  ])('%j after %j', (content, document) => {
    expect(verdict(content, { documents: ['Something else altogether.', document] })).toBe('mem_1')
  })
})

describe('a correction is never an echo', () => {
  const long = 'The nightly backup of the staging database is copied to the second data centre by the operator on duty'
  it.each([
    ['The port is 8421.', 'The port is 8420.'],
    ['The port is not 8420.', 'The port is 8420.'],
    ['The port is 8420.', 'The port is not 8420.'],
    [`${long} at 02:30.`, `${long} at 02:00.`],
    [`${long}, never on Sundays`, long],
    [long.replace('nightly backup', 'nightly backup never'), long],
    [long, long.replace('is copied', 'is not copied')],
    [long.replace('operator', 'robot'), long],
    [`${long}, who is Grace.`, `${long}, who is Ada.`],
    [long.replace('to the second', 'from the second'), long],
    ['Bob reports to Ada.', 'Ada reports to Bob.'],
    ['Dogs are allowed in the office on Fridays', 'Cats are allowed in the office on Fridays'],
    [
      'The weekly meeting of the design team in the large room is on Wednesday.',
      'The weekly meeting of the design team in the large room is on Tuesday.',
    ],
    [
      'You may deploy without a review of the other team on any day of the week',
      'You must deploy without a review of the other team on any day of the week',
    ],
    [
      'She takes her tea in the afternoon with a little milk and no sugar at all',
      'He takes his tea in the afternoon with a little milk and no sugar at all',
    ],
    ['Version 2.10 is the newest', 'Version 2.1 is the newest'],
    ['The discount is 15 % from 10 seats on', 'The discount is 10 % from 15 seats on'],
  ])('%j after %j', (content, document) => {
    expect(verdict(content, { documents: [document] })).toBe('kept')
  })
})

it('asks for the meaning only where the words are nearly the same', () => {
  const gate = new EchoGate('The staging database listens on port 6543 and the production one on port 5432.')
  const near = {
    id: 'mem_near',
    text: 'The staging database listens on port 6543 and the production one on the port 5432.',
  }
  const far = { id: 'mem_far', text: 'Staging, production; port 6543, port 5432: each database listens on one.' }
  expect(gate.documents([near, far])).toEqual({ near: [{ id: 'mem_near' }] })
  expect([gate.meaning('mem_near', 0.96), gate.meaning('mem_near', 0.98)?.restates]).toEqual([null, 'mem_near'])
})
