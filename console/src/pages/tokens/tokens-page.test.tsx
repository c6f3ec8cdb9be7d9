import { expect, test } from 'bun:test'
import { siteStatus } from '../../../test/site-status.ts'
import { cleanUp, screen, visit } from '../../../test/visit.tsx'
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
