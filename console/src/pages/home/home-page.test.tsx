import { expect, test } from 'bun:test'
import type { HomeFacts } from '@sluice/contract/home-facts'
import { siteStatus } from '../../../test/site-status.ts'
import { screen, visit, within } from '../../../test/visit.tsx'
import { HomePage } from './home-page.tsx'

const facts: HomeFacts = {
  models: 16,
  vendors: [
    { vendor: 'openai', models: 9, share: 0.75, success_rate: 99.5 },
    { vendor: 'anthropic', models: 7, share: 0.25 },
  ],
  input_from: 75_000,
  examples: [
    { model_name: 'gpt-5.4', vendor: 'openai', input: 1_250_000, output: 5_000_000, success_rate: 99.5, tps: 82 },
    { model_name: 'claude-sonnet-4-6', vendor: 'anthropic', input: 1_500_000, output: 7_500_000 },
  ],
  success_rate: 99.2,
}
const answersWith = (data: HomeFacts) => ({
  'GET /api/home_page_content': () => ({ data: '' }),
  'GET /api/home_facts': () => ({ data }),
})
const parts = { traffic: true, prices: true, samples: true, questions: true, refund_rule: '' }

test('visitors see what can be checked, and a way in', async () => {
  await visit(<HomePage />, { role: 'guest', answers: answersWith(facts) })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(
    'One key for 16\u00a0models of 2\u00a0makers',
  )
  screen.getByText(/From \$0\.15 per 1M tokens\./)
  screen.getByText('99.2% of the calls of the last 24 hours succeeded')
  const row = screen.getByRole('row', { name: /gpt-5\.4/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['$2.50', '$10.00', '82 tokens/s', '99.5%'])
  const flow = screen.getByRole('figure', { name: 'Where calls go now' })
  expect(within(flow).getAllByRole('listitem')[0]?.textContent).toBe('75%OpenAI99.5% succeeded')
  expect(screen.queryByText('Open the console')).toBeNull()
})

test('a visitor who may register is told what a new account gets', async () => {
  const status = { ...siteStatus, register_enabled: true, quota_for_new_user: 250_000 }
  const answers = { ...answersWith(facts), 'GET /api/status': () => ({ data: status }) }
  await visit(<HomePage />, { role: 'guest', answers })
  await screen.findByText(/New accounts get \$0\.50 to try\./)
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/register')
})

test('the code is that of the chosen client', async () => {
  const { user } = await visit(<HomePage />, { role: 'guest', answers: answersWith(facts) })
  const code = await screen.findByRole('region', { name: 'A first call' })
  expect(code.textContent).toContain('from openai import OpenAI')
  await user.click(within(code).getByRole('button', { name: 'Claude Code' }))
  expect(code.textContent).toContain('export ANTHROPIC_MODEL=gpt-5.4')
})

test('accounts go to their console; a site without models claims none', async () => {
  const none: HomeFacts = { models: 0, vendors: [], input_from: null, examples: [], success_rate: null }
  await visit(<HomePage />, { answers: answersWith(none) })
  expect((await screen.findByRole('link', { name: 'Open the console' })).getAttribute('href')).toBe('/token')
  screen.getByRole('heading', { level: 1, name: 'One address for every model' })
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByText(/per 1M/)).toBeNull()
})

test('parts that the operator has switched off are missing', async () => {
  const status = {
    ...siteStatus,
    home_page: { ...parts, traffic: false, prices: false, refund_rule: 'Within 14 days.' },
  }
  await visit(<HomePage />, {
    role: 'guest',
    answers: { ...answersWith(facts), 'GET /api/status': () => ({ data: status }) },
  })
  await screen.findByText('Within 14 days.')
  expect(screen.queryByRole('figure', { name: 'Where calls go now' })).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
})

test('the page of the operator replaces all of it', async () => {
  await visit(<HomePage />, {
    role: 'guest',
    answers: { ...answersWith(facts), 'GET /api/home_page_content': () => ({ data: '# Northwind' }) },
  })
  await screen.findByText('Northwind')
  expect(screen.queryByText(/One key/)).toBeNull()
})

test('models of an unknown maker are not those of one more maker', async () => {
  const vendors = [...facts.vendors.slice(0, 1), { ...facts.vendors[0], vendor: '', icon: '' }] as HomeFacts['vendors']
  await visit(<HomePage />, { role: 'guest', answers: answersWith({ ...facts, vendors }) })
  expect((await screen.findByRole('heading', { level: 1 })).textContent?.replaceAll('\u00a0', ' ')).toBe(
    'One key for 16 models of 1 maker',
  )
})
