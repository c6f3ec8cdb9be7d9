import { expect, test } from 'bun:test'
import { sampleUser } from '../../../test/sample-user.ts'
import { screen, visit, waitFor } from '../../../test/visit.tsx'
import { ShortPasswordNotice } from './short-password-notice.tsx'

const visitAs = (role: 'admin' | 'user', password_is_short: boolean) =>
  visit(<ShortPasswordNotice />, {
    role,
    answers: { 'GET /api/user/self': () => ({ data: { ...sampleUser, password_is_short } }) },
  })

test('an administrator with a short password is led to a longer one', async () => {
  const { user, address } = await visitAs('admin', true)
  expect(await screen.findByText(/fewer than 8 characters/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(address()).toBe('/personal?tab=security')
})

test('an administrator with a long password reads nothing of it', async () => {
  const { api } = await visitAs('admin', false)
  await waitFor(() => expect(api.takeCalls().map(({ key }) => key)).toContain('GET /api/user/self'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('other accounts are not asked', async () => {
  const { api } = await visitAs('user', true)
  expect(api.takeCalls().map(({ key }) => key)).not.toContain('GET /api/user/self')
  expect(screen.queryByRole('alert')).toBeNull()
})
