import { expect, test } from 'bun:test'
import type { CallableModel } from '@sluice/contract/api-token'
import type { UsageLog } from '@sluice/contract/usage-log'
import { sampleToken } from '../../../../test/sample-token.ts'
import { sampleUser } from '../../../../test/sample-user.ts'
import { siteStatus } from '../../../../test/site-status.ts'
import { screen, visit, waitFor } from '../../../../test/visit.tsx'
import { ConnectPanel } from './connect-panel.tsx'
import { listClients } from './use-connection.ts'

const chat: CallableModel['endpoints'] = ['openai', 'openai-response', 'anthropic', 'gemini']
const call = {
  type: 2,
  created_at: 2_000,
  model_name: 'gpt-5.1',
  quota: 1_550,
  request_id: 'r1',
  content: '',
} as UsageLog

const visitPanel = (more: {
  models?: CallableModel[]
  calls?: (UsageLog | null)[]
  chats?: Record<string, string>[]
  balance?: number
}) => {
  const { models = [{ name: 'gpt-5.1', endpoints: chat }], calls = [null], chats = [], balance = 1 } = more
  return visit(<ConnectPanel token={{ ...sampleToken, key: 'k'.repeat(48), created_time: 1_990 }} isNew />, {
    answers: {
      'GET /api/status': () => ({ data: { ...siteStatus, system_name: 'Nordwind', chats } }),
      'GET /api/user/self': () => ({ data: { ...sampleUser, quota: balance } }),
      'GET /api/token/:id/models': () => ({ data: models }),
      'GET /api/log/self/last-call': () => ({
        data: { at: 2_000_000, call: calls.length > 1 ? (calls.shift() ?? null) : (calls[0] ?? null) },
      }),
    },
  })
}
const programs = () =>
  [...document.querySelectorAll('ul[aria-label="Program"] button')].map(({ textContent }) => textContent)

test('a program is offered only if the key may call a model in its format', async () => {
  await visitPanel({ models: [{ name: 'deepseek-chat', endpoints: ['openai'] }] })
  await screen.findByRole('button', { name: 'curl' })
  expect(programs()).toContain('Cherry Studio')
  expect(programs()).not.toContain('Claude Code')
})

test('the site’s own links come first, and replace the recipe of their name', () => {
  const models = [{ name: 'gpt-5.1', endpoints: chat }]
  const presets = [
    { name: 'Cherry Studio', template: 'cherrystudio://x?data={cherryConfig}' },
    { name: 'CC Switch', template: 'ccswitch' },
    { name: 'Desk', template: 'https://desk.example/#{key}' },
  ]
  const names = listClients(models, presets).map(({ name, kind }) => `${kind} ${name}`)
  expect(names.slice(0, 3)).toEqual(['preset Cherry Studio', 'preset Desk', 'recipe Claude Code'])
  expect(names.filter((name) => /Cherry|CC Switch/.test(name))).toEqual(['preset Cherry Studio', 'recipe CC Switch'])
})

test('an account without a balance is told before its first call fails', async () => {
  await visitPanel({ balance: 0 })
  await screen.findByText(/balance is empty/)
})

test('a key without any model says so', async () => {
  await visitPanel({ models: [] })
  await screen.findByText(/cannot call any model yet/)
})

test('the panel waits for the first call, and shows what it cost', async () => {
  await visitPanel({ calls: [null, call] })
  await screen.findByText('Waiting for the first call …')
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('It works.'), { timeout: 5_000 })
  expect(screen.getByRole('status').textContent).toContain('$0.0031')
})

test('a first call that failed is shown with its reason', async () => {
  await visitPanel({ calls: [{ ...call, type: 5, content: 'The balance is used up.' }] })
  await screen.findByText(/A call came and failed: The balance is used up\./)
})

test('a call before the key existed is not its first one', async () => {
  await visitPanel({ calls: [{ ...call, created_at: 1_980 }] })
  await screen.findByText('Waiting for the first call …')
  expect(screen.queryByText(/It works/)).toBeNull()
})
