import { expect, test } from 'bun:test'
import { homeClients, writeClient } from './write-clients.ts'

const place = { site: 'https://ai.example', model: 'claude-sonnet-4-6' }

test.each([...homeClients])('%s is given the address and the model', (client) => {
  const code = writeClient(client, place).join('\n')
  expect(code).toContain(client === 'claudeCode' ? 'BASE_URL=https://ai.example\n' : 'https://ai.example/v1')
  expect(code).toContain(place.model)
})

test('the body that curl sends is JSON', () => {
  const body = /'(\{.*\})'/s.exec(writeClient('curl', place).join('\n'))?.[1] ?? ''
  expect(JSON.parse(body)).toEqual({ model: place.model, messages: [{ role: 'user', content: 'Hello' }] })
})
