import { expect, test } from 'bun:test'
import { siteStatus } from '../../../test/site-status.ts'
import { cleanUp, screen, visit } from '../../../test/visit.tsx'
import { TokensPage } from './tokens-page.tsx'

const visitWith = (total: number, { at = '/token', most = 2 } = {}) =>
  visit(<TokensPage />, {
    at,
    answers: {
      'GET /api/status': () => ({ data: { ...siteStatus, max_user_tokens: most } }),
      'GET /api/token/': () => ({ data: { items: [], total, page: 1, page_size: 20 } }),
      'POST /api/token/search': () => ({ data: { items: [], total, page: 1, page_size: 20 } }),
    },
  })

test('an account with the maximum of tokens reads what to do before the form refuses another one', async () => {
  await visitWith(2)
  expect(await screen.findByText(/maximum of 2 API tokens/)).toBeTruthy()
  cleanUp()
  await visitWith(1, { most: 1 })
  expect(await screen.findByText(/maximum of 1 API token\./)).toBeTruthy()
})

test('an account with fewer tokens, or a list that shows a part of them, has no such notice', async () => {
  await visitWith(1)
  await screen.findByRole('heading', { name: 'API tokens' })
  expect(screen.queryByText(/maximum of 2/)).toBeNull()
  cleanUp()
  await visitWith(2, { at: '/token?keyword=ci' })
  await screen.findByRole('heading', { name: 'API tokens' })
  expect(screen.queryByText(/maximum of 2/)).toBeNull()
})
