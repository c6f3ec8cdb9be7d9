import { expect, test } from 'bun:test'
import type { ApiToken } from '@sluice/contract/api-token'
import { refuse } from '../../../test/fake-api.ts'
import { siteStatus } from '../../../test/site-status.ts'
import { screen, visit } from '../../../test/visit.tsx'
import { ChatPage } from './chat-page.tsx'

const statusWith = (link: string) => ({
  'GET /api/status': () => ({ data: { ...siteStatus, chats: [{ Desk: link }] } }),
})

test('visitors see the page, and log in only for a client that needs a key', async () => {
  const { user, address } = await visit(<ChatPage />, {
    answers: statusWith('https://chat.example/#key={key}'),
    role: 'guest',
    at: '/chat',
  })
  await screen.findByText(/Desk uses one of your API tokens/)
  expect(address()).toBe('/chat')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  expect(address()).toBe('/login?next=%2Fchat')
})

test('a client without a key opens for visitors', async () => {
  await visit(<ChatPage />, { answers: statusWith('deskchat://open'), role: 'guest', at: '/chat' })
  expect(await screen.findByRole('link', { name: 'Open Desk' })).toBeTruthy()
})

test('a client gets the key that is read for it, and a refused proof can be repeated', async () => {
  let isProved = false
  const token = { id: 5, status: 1, expired_time: -1 }
  const items = [{ ...token, id: 4, status: 2 }, token] as ApiToken[]
  const { user } = await visit(<ChatPage />, {
    answers: {
      ...statusWith('deskchat://add?key={key}'),
      'GET /api/token/': () => ({ data: { items, total: 2, page: 1, page_size: 100 } }),
      'POST /api/token/:id/key': ({ params }) =>
        isProved ? { data: { key: `whole${params.id}` } } : refuse('owner_proof_required', { minutes: 10 }),
    },
    at: '/chat',
  })
  await screen.findByText(/confirm that it is you/)
  isProved = true
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect((await screen.findByRole('link', { name: 'Open Desk' })).getAttribute('href')).toBe(
    'deskchat://add?key=sk-whole5',
  )
})
