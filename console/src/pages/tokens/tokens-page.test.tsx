import { expect, test } from 'bun:test'
import type { ApiToken, CallableModel } from '@sluice/contract/api-token'
import { refuse } from '../../../test/fake-api.ts'
import { sampleToken } from '../../../test/sample-token.ts'
import { sampleUser } from '../../../test/sample-user.ts'
import { siteStatus } from '../../../test/site-status.ts'
import { cleanUp, screen, visit, waitFor, within } from '../../../test/visit.tsx'
import { expireSession } from '../../lib/session.ts'
import { TokensPage } from './tokens-page.tsx'

const visitWith = (total: number, { at = '/token', most = 2, found = total } = {}) =>
  visit(<TokensPage />, {
    at,
    answers: {
      'GET /api/status': () => ({ data: { ...siteStatus, max_user_tokens: most } }),
      'GET /api/token/': () => ({ data: { items: [], total, page: 1, page_size: 20 } }),
      'POST /api/token/search': () => ({ data: { items: [], total: found, page: 1, page_size: 20 } }),
    },
  })

/** The button of the header; an empty list has one more. */
const addButton = () => screen.getAllByRole('button', { name: 'New key' })[0] as HTMLButtonElement

test('an account with the maximum of tokens reads what to do instead of opening a form that refuses another one', async () => {
  await visitWith(2)
  expect(await screen.findByText(/maximum of 2 API tokens/)).toBeTruthy()
  expect(addButton()).toHaveProperty('disabled', true)
  const described = document.getElementById(addButton().getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toMatch(/maximum of 2 API tokens/)
  expect(addButton().title).toMatch(/maximum of 2 API tokens/)
  cleanUp()
  await visitWith(1, { most: 1 })
  expect(await screen.findByText(/maximum of 1 API token\./)).toBeTruthy()
})

test('a search, which lists a part of the tokens, does not change what an account may create', async () => {
  await visitWith(2, { at: '/token?keyword=ci', found: 0 })
  expect(await screen.findByText(/maximum of 2 API tokens/)).toBeTruthy()
  expect(addButton()).toHaveProperty('disabled', true)
  cleanUp()
  await visitWith(1, { at: '/token?keyword=ci', found: 2 })
  await screen.findByText('No key matches')
  expect(screen.queryByText(/maximum of 2/)).toBeNull()
})

test('an account with fewer tokens has no such notice', async () => {
  await visitWith(1)
  await screen.findByRole('heading', { name: 'API tokens' })
  expect(screen.queryByText(/maximum of 2/)).toBeNull()
  expect(addButton()).toHaveProperty('disabled', false)
})

const whole = `a${'1'.repeat(46)}z`
const listed = sampleToken

const callable: CallableModel[] = [
  { name: 'gpt-4o-mini', endpoints: ['openai', 'openai-response', 'anthropic', 'gemini'] },
]

const visitListed = () =>
  visit(<TokensPage />, {
    at: '/token',
    answers: {
      'GET /api/token/': () => ({ data: { items: [listed], total: 1, page: 1, page_size: 20 } }),
      'POST /api/token/:id/key': ({ params }) => ({ data: { key: params.id === 7 ? whole : '' } }),
      'POST /api/token/batch/keys': ({ body }) => ({ data: { keys: { [body.ids[0] ?? 0]: whole } } }),
      'GET /api/user/self': () => ({ data: { ...sampleUser, quota: 1 } }),
      'GET /api/token/:id/models': () => ({ data: callable }),
      'GET /api/log/self/last-call': () => ({ data: { at: 1_000, call: null } }),
    },
  })

const keysRead = (calls: { key: string }[]) => calls.filter(({ key }) => key.endsWith('/key') || key.endsWith('/keys'))

test('a key is masked until its owner asks for it, and again afterwards', async () => {
  const { user, api } = await visitListed()
  expect(await screen.findByText('sk-a111**********111z')).toBeTruthy()
  expect(keysRead(api.takeCalls())).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Show Key ci' }))
  expect(await screen.findByText(`sk-${whole}`)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Hide Key ci' }))
  expect(await screen.findByText('sk-a111**********111z')).toBeTruthy()
  expect(document.body.textContent).not.toContain(whole)
})

test('a copied key is the whole one, without showing it', async () => {
  const { user } = await visitListed()
  await user.click(await screen.findByRole('button', { name: 'Copy Key ci' }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(`sk-${whole}`))
  expect(document.body.textContent).not.toContain(whole)
})

test('a key is connected from its row: masked on the screen, whole in what is copied', async () => {
  const { user, api } = await visitListed()
  await user.click(await screen.findByRole('button', { name: 'Connect ci' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(await within(dialog).findByRole('button', { name: 'Claude Code' }))
  expect(dialog.textContent).toContain('ANTHROPIC_AUTH_TOKEN=sk-a111…111z')
  expect(dialog.textContent).not.toContain(whole)
  expect(keysRead(api.takeCalls())).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Copy In a terminal' }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toContain(`ANTHROPIC_AUTH_TOKEN=sk-${whole}`))
})

test('columns that say the same in every row are hidden, and shown as soon as one differs', async () => {
  const { api } = await visitListed()
  await screen.findByText('ci')
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  for (const name of ['Status', 'Group', 'Expires']) expect(heads()).not.toContain(name)
  cleanUp()
  api.answer({})
  await visit(<TokensPage />, {
    at: '/token',
    answers: {
      'GET /api/token/': () => ({
        data: { items: [listed, { ...listed, id: 8, status: 2, group: 'vip' }], total: 2, page: 1, page_size: 20 },
      }),
    },
  })
  await screen.findByText('vip')
  expect(heads()).toContain('Status')
  expect(heads()).toContain('Group')
  expect(heads()).not.toContain('Expires')
})

test('one box searches names and whole keys; a key does not get into the address', async () => {
  const { user, api, address } = await visitListed()
  const sent: unknown[] = []
  api.answer({
    'POST /api/token/search': ({ body }) => {
      sent.push([body.keyword, body.token])
      return { data: { items: [], total: 0, page: 1, page_size: 20 } }
    },
  })
  const box = await screen.findByRole('textbox', { name: 'Name or full key' })
  await user.type(box, `sk-${whole}{Enter}`)
  await waitFor(() => expect(sent.at(-1)).toEqual(['', `sk-${whole}`]))
  expect(address()).toBe('/token')
})

test('the list is sorted and filtered by the server', async () => {
  const { user, api } = await visitListed()
  const asked: unknown[] = []
  api.answer({
    'GET /api/token/': ({ query }) => {
      asked.push(query)
      return { data: { items: [listed], total: 1, page: 1, page_size: 20 } }
    },
  })
  await user.click(await screen.findByRole('columnheader', { name: /Spend this month/ }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ sort: 'spend', usage: 'month' }))
})

test('a key stays masked if its owner is not proved', async () => {
  const { user, api } = await visitListed()
  api.answer({ 'POST /api/token/:id/key': () => refuse('owner_proof_required', { minutes: 10 }) })
  await user.click(await screen.findByRole('button', { name: 'Show Key ci' }))
  expect(await screen.findByText(/confirm that it is you/)).toBeTruthy()
  expect(screen.getByText('sk-a111**********111z')).toBeTruthy()
})

test('a new key stops where the site proposes, and needs one click to have no limit', async () => {
  const { user, api } = await visitListed()
  const sent: unknown[] = []
  api.answer({
    'POST /api/token/': ({ body }) => {
      sent.push(body)
      return { data: { ...listed, ...body, id: 8, key: whole } as ApiToken }
    },
    'GET /api/user/self': () => ({ data: sampleUser }),
    'GET /api/user/self/groups': () => ({ data: {} }),
    'GET /api/user/models': () => ({ data: ['gpt-4o-mini'] }),
  })
  const open = async () => {
    await user.click(addButton())
    const drawer = await screen.findByRole('dialog')
    await user.type(await within(drawer).findByLabelText('Name'), 'new')
    return within(drawer)
  }
  const drawer = await open()
  drawer.getByText('Stops after $1.00')
  await user.click(drawer.getByRole('button', { name: 'Create' }))
  await screen.findByText('Key “new” created')
  screen.getByText('It stops after $1.00.')
  api.answer({ 'PUT /api/token/': ({ body }) => ({ data: { ...listed, ...body, id: 8 } as ApiToken }) })
  await user.click(screen.getByRole('button', { name: 'No limit' }))
  await waitFor(() => expect(screen.queryByText('It stops after $1.00.')).toBeNull())
  expect(document.body.textContent).toContain(`sk-${whole}`)
  await user.click(screen.getByRole('button', { name: 'Done' }))
  const again = await open()
  await user.click(again.getByRole('button', { name: 'No limit' }))
  again.getByText('No limit: the account balance decides')
  await user.click(again.getByRole('button', { name: 'Create' }))
  await screen.findByText('Key “new” created')
  expect(screen.queryByText(/It stops after/)).toBeNull()
  expect(sent).toMatchObject([
    { name: 'new', unlimited_quota: false, remain_quota: 500_000 },
    { name: 'new', unlimited_quota: true },
  ])
})

test('what was typed for a new key outlives a login that expires, for the same account', async () => {
  const openForm = () =>
    visit(<TokensPage />, {
      at: '/token?open=new',
      answers: {
        'GET /api/token/': () => ({ data: { items: [listed], total: 1, page: 1, page_size: 20 } }),
        'GET /api/user/self': () => ({ data: sampleUser }),
        'GET /api/user/models': () => ({ data: [] }),
        'GET /api/user/self/groups': () => ({ data: {} }),
      },
    })
  const field = () => screen.findByRole('textbox', { name: 'Name' })
  const { user } = await openForm()
  await user.type(await field(), 'nightly job')
  expireSession(1)
  cleanUp()
  await openForm()
  expect(await field()).toHaveProperty('value', 'nightly job')
  cleanUp()
})
