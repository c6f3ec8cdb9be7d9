import { expect, test } from 'bun:test'
import type { ApiToken } from '@sluice/contract/api-token'
import { refuse } from '../../../test/fake-api.ts'
import { sampleToken } from '../../../test/sample-token.ts'
import { sampleUser } from '../../../test/sample-user.ts'
import { siteStatus } from '../../../test/site-status.ts'
import { cleanUp, screen, visit, waitFor, within } from '../../../test/visit.tsx'
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
const addButton = () => screen.getAllByRole('button', { name: 'New token' })[0] as HTMLButtonElement

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
  await screen.findByText('No token matches')
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

const visitListed = () =>
  visit(<TokensPage />, {
    at: '/token',
    answers: {
      'GET /api/token/': () => ({ data: { items: [listed], total: 1, page: 1, page_size: 20 } }),
      'POST /api/token/:id/key': ({ params }) => ({ data: { key: params.id === 7 ? whole : '' } }),
      'POST /api/token/batch/keys': ({ body }) => ({ data: { keys: { [body.ids[0] ?? 0]: whole } } }),
      'GET /api/user/models': () => ({ data: ['gpt-4o-mini'] }),
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

test('the example of a token has its whole key', async () => {
  const { user } = await visitListed()
  await user.click(await screen.findByRole('button', { name: 'More actions ci' }))
  await user.click(await screen.findByText('Example call'))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText(`sk-${whole}`)).toBeTruthy()
})

test('a key stays masked if its owner is not proved', async () => {
  const { user, api } = await visitListed()
  api.answer({ 'POST /api/token/:id/key': () => refuse('owner_proof_required', { minutes: 10 }) })
  await user.click(await screen.findByRole('button', { name: 'Show Key ci' }))
  expect(await screen.findByText(/confirm that it is you/)).toBeTruthy()
  expect(screen.getByText('sk-a111**********111z')).toBeTruthy()
})

test('a new token is unlimited without a quota; with one, its result says where it stops', async () => {
  const { user, api } = await visitListed()
  const sent: unknown[] = []
  api.answer({
    'POST /api/token/': ({ body }) => {
      sent.push(body)
      return { data: { ...listed, ...body, id: 8, key: whole } as ApiToken }
    },
    'GET /api/user/self': () => ({ data: sampleUser }),
    'GET /api/user/self/groups': () => ({ data: {} }),
  })
  const create = async (quota: string) => {
    await user.click(addButton())
    const drawer = await screen.findByRole('dialog')
    await user.type(await within(drawer).findByLabelText('Name'), 'new')
    if (quota !== '') await user.type(within(drawer).getByLabelText(/^Quota\(/), quota)
    await user.click(within(drawer).getByRole('button', { name: 'Create' }))
    expect(await screen.findByText('Token created')).toBeTruthy()
    const stops = screen.queryByText(/^It stops after/)?.textContent ?? null
    await user.click(screen.getByRole('button', { name: 'Done' }))
    return stops
  }
  expect(await create('')).toBeNull()
  expect(sent).toMatchObject([{ name: 'new', unlimited_quota: true }])
  expect(await create('2')).toBe('It stops after $2.00.')
  expect(sent[1]).toMatchObject({ unlimited_quota: false, remain_quota: 1_000_000 })
})
