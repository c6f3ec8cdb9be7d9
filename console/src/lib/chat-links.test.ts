import { expect, test } from 'bun:test'
import { buildChatLink, isFramable, needsKey, parseChatClients, withKeyPrefix } from './chat-links.ts'

const ours = { address: 'https://gate.example', key: 'sk-abc' }
const linkOf = (template: string) => buildChatLink({ name: 'x', template }, ours)

test('clients are read in order, including several in one entry', () => {
  expect(parseChatClients([{ A: 'https://a' }, { B: 'https://b', C: 'c://' }])).toEqual([
    { name: 'A', template: 'https://a' },
    { name: 'B', template: 'https://b' },
    { name: 'C', template: 'c://' },
  ])
  expect(parseChatClients([])).toEqual([])
})

test('anything but a list of names and addresses is unreadable', () => {
  for (const chats of [null, {}, 'x', ['x'], [null], [{ A: 1 }], [['A']]]) expect(parseChatClients(chats)).toBeNull()
})

test('key and address are inserted as parameter values', () => {
  expect(linkOf('https://chat.example/#/?settings={"key":"{key}","url":"{address}"}')).toBe(
    'https://chat.example/#/?settings={"key":"sk-abc","url":"https%3A%2F%2Fgate.example"}',
  )
  expect(linkOf('{address}/chat#{key}')).toBe('https://gate.example/chat#sk-abc')
  expect(linkOf('app://add?key={key}&again={key}')).toBe('app://add?key=sk-abc&again=sk-abc')
})

test('an address that runs as a script, or an invalid one, is not a link', () => {
  for (const template of ['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', 'chat.example', ''])
    expect(linkOf(template)).toBeNull()
})

test('a key gets its prefix only once, and a client without it in its link needs none', () => {
  expect([withKeyPrefix('abc'), withKeyPrefix('sk-abc')]).toEqual(['sk-abc', 'sk-abc'])
  expect(needsKey({ name: 'x', template: 'https://a/{address}' })).toBe(false)
})

test('a frame shows only pages of other sites, and only over https if the console uses https', () => {
  const here = { origin: 'https://gate.example', protocol: 'https:' }
  const links = ['https://chat.example/', 'http://chat.example/', 'app://add', 'https://gate.example/chat']
  expect(links.map((link) => isFramable(link, here))).toEqual([true, false, false, false])
  expect(isFramable('http://chat.example/', { origin: 'http://localhost', protocol: 'http:' })).toBe(true)
})

test.each([
  ['cherryConfig', 'id'],
  ['deepchatConfig', 'id'],
  ['aionuiConfig', 'platform'],
])('{%s} is the settings of the client in base64', (name, field) => {
  const client = { name: 'Desk', template: `desk://add?v=1&data={${name}}` }
  expect(needsKey(client)).toBe(true)
  const link = buildChatLink(client, { address: 'https://ai.example', key: 'sk-k' })
  const data = new URL(link ?? '').searchParams.get('data') ?? ''
  expect(JSON.parse(atob(data))).toEqual({ [field]: 'new-api', baseUrl: 'https://ai.example', apiKey: 'sk-k' })
})
