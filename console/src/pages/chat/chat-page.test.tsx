import { expect, test } from 'bun:test'
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
